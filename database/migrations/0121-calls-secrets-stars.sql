-- No person is to be phoned about a message that arrived after it was reported as failed.
UPDATE outbox SET phone_by = NULL WHERE state = 'delivered' AND phone_by IS NOT NULL;
