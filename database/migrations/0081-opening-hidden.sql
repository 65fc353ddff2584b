-- A new organisation sees the list "Open for booking" until it hides it; those that exist do not.

ALTER TABLE settings ADD COLUMN opening_hidden boolean NOT NULL DEFAULT false;
UPDATE settings SET opening_hidden = true WHERE EXISTS (SELECT FROM users);
