-- Kinds of messages that the organisation does not send.
ALTER TABLE settings ADD COLUMN messages_off text[] NOT NULL DEFAULT '{}';
