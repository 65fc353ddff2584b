CREATE INDEX CONCURRENTLY outbox_not_reached ON outbox (created_at DESC) WHERE state IN ('failed', 'unsendable');
