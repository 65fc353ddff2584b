CREATE INDEX CONCURRENTLY outbox_action ON outbox (action_id) WHERE action_id IS NOT NULL;
