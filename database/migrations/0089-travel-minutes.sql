-- The time that a mentor needs between two places; 0 is off.
ALTER TABLE settings ADD COLUMN travel_minutes int NOT NULL DEFAULT 0 CONSTRAINT settings_travel_minutes CHECK (travel_minutes BETWEEN 0 AND 480);
