-- The token of a browser's session counts only together with a cookie that no script can read; of its secret the SHA-256 is kept.
-- Null: a program's session, which has no cookies.
ALTER TABLE sessions ADD COLUMN cookie_hash bytea CHECK (length(cookie_hash) = 32);
