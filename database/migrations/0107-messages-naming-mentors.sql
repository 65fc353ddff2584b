-- Erasing a mentor finds the messages that name them.
CREATE INDEX CONCURRENTLY outbox_naming_mentor ON outbox ((detail ->> 'mentor_id')) WHERE body IS NOT NULL;
