-- Who there is, what they may do, and how they prove who they are.

CREATE TABLE photos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- its address is its secret: not guessable from a time
  type text NOT NULL CHECK (type IN ('image/webp', 'image/svg+xml')),
  bytes bytea NOT NULL CHECK (length(bytes) <= 1000000),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 240),
  phone text CHECK (phone ~ '^\+[0-9]{3,15}$'),
  contact_name text,
  contact_phone text CHECK (contact_phone ~ '^\+[0-9]{3,15}$'),
  email text,
  photo_id uuid REFERENCES photos ON DELETE SET NULL,
  password_hash text,
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'Europe/London',
  channel text NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms', 'email', 'both', 'none')),
  note text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  merged_into uuid REFERENCES users,
  erased_at timestamptz,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER users_revision BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION raise_revision();
-- One active person per phone.
CREATE UNIQUE INDEX users_active_phone ON users (phone) WHERE active;
CREATE INDEX users_phone_digits ON users USING gin (phone gin_trgm_ops);
CREATE INDEX users_name_words ON users USING gin (name gin_trgm_ops);
CREATE INDEX users_email_words ON users USING gin (email gin_trgm_ops);

CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 80),
  abilities text[] NOT NULL DEFAULT '{}',
  opens_admin boolean NOT NULL DEFAULT false,
  is_mentor boolean NOT NULL DEFAULT false,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER roles_revision BEFORE UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION raise_revision();

CREATE TABLE role_assignments (
  user_id uuid NOT NULL REFERENCES users,
  role_id uuid NOT NULL REFERENCES roles,
  assigned_by uuid REFERENCES users,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX role_assignments_role ON role_assignments (role_id);

-- The last holder of `*` cannot be removed or demoted, by whatever path. Deferred, so that one transaction can hand it over;
-- the lock makes two demotions at once wait for each other.
CREATE FUNCTION keep_an_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nested, because OLD has the columns of the trigger's own table and an expression is read as a whole.
  IF TG_TABLE_NAME = 'users' THEN
    IF NOT EXISTS (SELECT 1 FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = OLD.id AND '*' = ANY (r.abilities)) THEN
      RETURN NULL;
    END IF;
  ELSIF TG_TABLE_NAME = 'role_assignments' THEN
    IF NOT EXISTS (SELECT 1 FROM roles WHERE id = OLD.role_id AND '*' = ANY (abilities)) THEN RETURN NULL; END IF;
  END IF;
  -- Whoever waited must see what was decided meanwhile; a frozen snapshot would not.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'administrators are changed under READ COMMITTED only' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('openhour.administrators'));
  IF NOT EXISTS (
    SELECT 1 FROM users u JOIN role_assignments a ON a.user_id = u.id JOIN roles r ON r.id = a.role_id
    WHERE u.active AND '*' = ANY (r.abilities)
  ) THEN
    RAISE EXCEPTION 'the last administrator cannot be removed' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER role_assignments_keep_one AFTER DELETE OR UPDATE ON role_assignments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_an_administrator();
CREATE CONSTRAINT TRIGGER roles_keep_one AFTER UPDATE OF abilities ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ('*' = ANY (OLD.abilities) AND NOT '*' = ANY (NEW.abilities)) EXECUTE FUNCTION keep_an_administrator();
-- A role that goes together with its assignments: by the time those are looked at, nobody knows any more what it could do.
CREATE CONSTRAINT TRIGGER roles_keep_one_deleted AFTER DELETE ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ('*' = ANY (OLD.abilities)) EXECUTE FUNCTION keep_an_administrator();
CREATE CONSTRAINT TRIGGER users_keep_one AFTER UPDATE OF active ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION keep_an_administrator();

-- Only the SHA-256 of a token is kept.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;

-- One-time codes. `tries` counts every guess, raised before the guess is looked at; a code is used once.
CREATE TABLE phone_codes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  phone text NOT NULL,
  user_id uuid REFERENCES users, -- set when a signed-in person changes their number; null for joining
  salt bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX phone_codes_phone ON phone_codes (phone, created_at DESC);

CREATE TABLE registration_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  phone text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE setup_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);

-- The same key and body give the same answer for 24 hours. `status` is null while the first request is still being worked on.
CREATE TABLE idempotency_keys (
  actor text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status int,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (actor, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- What a person may do today: all their roles together.
CREATE FUNCTION roles_of(person uuid, OUT abilities text[], OUT is_admin boolean, OUT is_mentor boolean) LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT array_agg(DISTINCT ability ORDER BY ability) FROM role_assignments a JOIN roles r ON r.id = a.role_id, unnest(r.abilities) ability
      WHERE a.user_id = person), '{}'),
    EXISTS (SELECT 1 FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = person AND r.opens_admin),
    EXISTS (SELECT 1 FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = person AND r.is_mentor)
$$;
