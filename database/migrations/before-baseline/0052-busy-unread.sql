ALTER TABLE busy_calendars ADD COLUMN unread int NOT NULL DEFAULT 0; -- events of the last reading that could not be understood
