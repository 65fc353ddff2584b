-- The second step of an administrator's login: the codes of an app (RFC 6238).

-- The secret has to be read to check a code, so it is kept as it is. `last_step`: of the last code that was used, counted in thirty seconds
-- since 1970; no code counts twice.
CREATE TABLE authenticators (
  user_id uuid PRIMARY KEY REFERENCES users,
  secret bytea NOT NULL CHECK (length(secret) = 20),
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL
);

-- Somebody whose password was right and whose code is still to come. `secret`: what the app is set up with, where there is none yet.
CREATE TABLE login_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users,
  secret bytea CHECK (length(secret) = 20),
  tries int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX login_tickets_user ON login_tickets (user_id);

-- Whoever is erased, is deactivated or gets another password has no login under way; whoever is erased has no app either.
CREATE FUNCTION end_logins_under_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM login_tickets WHERE user_id = NEW.id;
  IF NEW.erased_at IS NOT NULL THEN DELETE FROM authenticators WHERE user_id = NEW.id; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_logins AFTER UPDATE OF active, password_hash, erased_at ON users FOR EACH ROW
  WHEN (NOT NEW.active OR NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION end_logins_under_way();
