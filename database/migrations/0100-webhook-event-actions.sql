CREATE INDEX CONCURRENTLY webhook_events_action ON webhook_events (action_id) WHERE action_id IS NOT NULL;
