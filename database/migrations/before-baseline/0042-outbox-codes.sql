CREATE INDEX CONCURRENTLY outbox_codes ON outbox (due_at) WHERE kind = 'code' AND state IN ('waiting', 'sending');
