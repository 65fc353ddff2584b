-- What ends every e-mail of the organisation.
ALTER TABLE settings ADD COLUMN email_signature text NOT NULL DEFAULT '' CONSTRAINT settings_email_signature CHECK (length(email_signature) <= 500);
