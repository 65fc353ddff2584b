-- The list of messages by whatever is asked for: a step for each kind, state and channel that there is, and the latest of each.
CREATE INDEX CONCURRENTLY outbox_by_sort ON outbox (kind, state, coalesce(channel, ''), created_at DESC, id DESC);
