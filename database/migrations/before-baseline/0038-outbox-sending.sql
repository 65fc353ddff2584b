CREATE INDEX CONCURRENTLY outbox_sending ON outbox (due_at) WHERE state = 'sending';
