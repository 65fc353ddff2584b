-- The list of appointments without a mentor finds them by their blocked slots.
CREATE INDEX CONCURRENTLY slots_blocked_ahead ON slots (starts_at) WHERE blocked IS NOT NULL;
