-- What lists count and walk through at 100,000 people and a million appointments.

-- Everybody who is listed, to be counted: small, because it holds nothing but whether they are active.
CREATE INDEX users_counted ON users (active) WHERE merged_into IS NULL AND erased_at IS NULL;
-- Feedback of all kinds, newest first.
CREATE INDEX feedback_newest ON feedback (created_at DESC, id DESC);
