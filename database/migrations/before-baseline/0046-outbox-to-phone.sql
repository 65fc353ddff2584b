CREATE INDEX CONCURRENTLY outbox_to_phone ON outbox (phone_by, id) WHERE phone_by IS NOT NULL AND told_at IS NULL;
