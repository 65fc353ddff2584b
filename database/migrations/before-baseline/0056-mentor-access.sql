-- How many days after a client's last seat with a mentor that mentor still reads the client's record.
ALTER TABLE settings ADD COLUMN mentor_access_days int NOT NULL DEFAULT 180 CHECK (mentor_access_days BETWEEN 1 AND 3650);
