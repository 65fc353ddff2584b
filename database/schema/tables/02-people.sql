-- People, their roles, and how they log in.

CREATE TABLE photos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- random: the address of a photo must not be guessable from a time
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
  merged_into uuid REFERENCES users, -- the record that represents this person; never itself a merged record
  erased_at timestamptz,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  name_key text NOT NULL GENERATED ALWAYS AS (fold_words(name)) STORED, -- lists are sorted by it
  -- Everything that a person is searched by, each word after a space, so that one index serves every
  -- search.
  search_words text NOT NULL GENERATED ALWAYS AS (' ' || fold_words(name) || coalesce(' ' || fold_words(email), '') || coalesce(' ' || phone, '')
    || coalesce(' ' || fold_words(contact_name), '') || coalesce(' ' || contact_phone, '')) STORED,
  phone_verified_at timestamptz, -- null: staff entered the number; it does not open the record
  CONSTRAINT users_merged_rest CHECK (merged_into IS NULL OR (NOT active AND merged_into <> id)),
  email_verified_at timestamptz CONSTRAINT users_verified_email CHECK (email_verified_at IS NULL OR email IS NOT NULL), -- null: the address is a contact only; it does not open the record
  spoken_language text CONSTRAINT users_spoken_language CHECK (length(spoken_language) <= 35), -- the one that a client prefers to speak; BCP 47
  needs_interpreter boolean NOT NULL DEFAULT false, -- from and to that language
  working_languages text[] NOT NULL DEFAULT '{}' CONSTRAINT users_working_languages CHECK (cardinality(working_languages) <= 20), -- those that a mentor speaks with clients
  CONSTRAINT users_interpreter CHECK (NOT needs_interpreter OR spoken_language IS NOT NULL)
);
-- One active person per phone.
CREATE UNIQUE INDEX users_active_phone ON users (phone) WHERE active;
-- One active person per verified e-mail address.
CREATE UNIQUE INDEX users_active_email ON users (lower(email)) WHERE active AND email_verified_at IS NOT NULL;
-- Finds an address, confirmed or not: without it a known one is found sooner than it is known that there is none.
CREATE INDEX users_contact_email ON users (lower(email)) WHERE active;
CREATE INDEX users_phone_digits ON users USING gin (phone gin_trgm_ops);
CREATE INDEX users_name_words ON users USING gin (name gin_trgm_ops);
CREATE INDEX users_email_words ON users USING gin (email gin_trgm_ops);
CREATE INDEX users_search ON users USING gin (search_words gin_trgm_ops);
CREATE INDEX users_listed ON users (name_key, id) INCLUDE (active) WHERE merged_into IS NULL AND erased_at IS NULL;
CREATE INDEX users_counted ON users (active) WHERE merged_into IS NULL AND erased_at IS NULL; -- small, for counting the list
CREATE INDEX users_with_languages ON users (id) WHERE working_languages <> '{}'; -- few people have any
CREATE INDEX users_merged ON users (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX users_merged_phone ON users (phone) WHERE merged_into IS NOT NULL; -- the number of a merged record allows no new registration

CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 80),
  abilities text[] NOT NULL DEFAULT '{}', -- `*`: all
  opens_admin boolean NOT NULL DEFAULT false,
  is_mentor boolean NOT NULL DEFAULT false,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  single_sign_on_only boolean NOT NULL DEFAULT false -- its holders sign in through an identity provider only
);

CREATE TABLE role_assignments (
  user_id uuid NOT NULL REFERENCES users,
  role_id uuid NOT NULL REFERENCES roles,
  assigned_by uuid REFERENCES users,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, role_id),
  provider_id uuid -- the identity provider whose mapping gave it, and takes it; null: given by hand
);
CREATE INDEX role_assignments_role ON role_assignments (role_id);

-- Logins of browsers, and tokens that people create for other programs (`program`, with their own end
-- instead of idle limits).
-- Only the SHA-256 of a token is stored.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ended_at timestamptz,
  cookie_hash bytea CHECK (length(cookie_hash) = 32), -- the token is valid only with this cookie; null: a program's token
  program text CHECK (length(program) BETWEEN 1 AND 80),
  read_only boolean NOT NULL DEFAULT false,
  expires_at timestamptz,
  staff boolean NOT NULL DEFAULT false, -- was ever a privileged person's: the short limits of staff stay after the last role is removed
  CONSTRAINT sessions_programs CHECK ((program IS NULL) = (expires_at IS NULL) AND (program IS NOT NULL OR NOT read_only)),
  method text CONSTRAINT sessions_method CHECK (method IN ('code', 'password', 'passkey', 'provider', 'invitation', 'setup')), -- how the person signed in; null: before methods were recorded, or a program
  authenticated_at timestamptz, -- when the person last proved who they are in this session; null: when it began
  by_phone boolean NOT NULL DEFAULT true, -- the person signed in with their phone number: using the session shows that the number is still theirs
  provider_login_id uuid, -- the login at an identity provider that began it
  provider_checked_at timestamptz -- when that provider last vouched for the person
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;

-- One-time codes, sent to a phone or to an e-mail address. `tries` is raised before a guess is
-- compared; a code is used once.
CREATE TABLE phone_codes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  phone text,
  user_id uuid REFERENCES users, -- a signed-in person who changes their number or address; null: joining
  salt bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  email text CONSTRAINT phone_codes_email CHECK (email = lower(email)),
  CONSTRAINT phone_codes_address CHECK (num_nonnulls(phone, email) = 1)
);
CREATE INDEX phone_codes_phone ON phone_codes (phone, created_at DESC);
CREATE INDEX phone_codes_email ON phone_codes (email, created_at DESC) WHERE email IS NOT NULL;

-- Tickets of joining. Each belongs to one request for a code and counts its own wrong guesses.
CREATE TABLE join_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  code_id uuid NOT NULL REFERENCES phone_codes ON DELETE CASCADE, -- the only code that the ticket confirms
  address text, -- of the request: an IPv4 address or an IPv6 network (/48)
  tries int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5), -- raised before a guess is compared
  used_at timestamptz
);
CREATE INDEX join_tickets_code ON join_tickets (code_id, tries);

CREATE TABLE registration_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  phone text,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  email text CONSTRAINT registration_tickets_email CHECK (email = lower(email)),
  CONSTRAINT registration_tickets_address CHECK (num_nonnulls(phone, email) = 1)
);

-- A link also proves the right to set up the first administrator's authenticator, until `ended_at`.
CREATE TABLE setup_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  ended_at timestamptz,
  user_id uuid REFERENCES users, -- an emergency link of this administrator, who may sign in without their identity provider
  expires_at timestamptz
);

-- Authenticator apps (RFC 6238). The secret is encrypted with the key file.
CREATE TABLE authenticators (
  user_id uuid PRIMARY KEY REFERENCES users,
  secret bytea NOT NULL CONSTRAINT authenticators_sealed CHECK (is_sealed(secret)),
  last_step bigint NOT NULL, -- of the last code used, in 30 seconds since 1970; no code counts twice
  created_at timestamptz NOT NULL
);

-- Logins whose password was right and that wait for a further proof.
CREATE TABLE login_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users,
  secret bytea CONSTRAINT login_tickets_sealed CHECK (is_sealed(secret)), -- for setting up an authenticator; encrypted
  tries int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- phone: the code sent to the phone or e-mail address; app: the authenticator's code; identity: the
  -- name or e-mail address on file
  awaits text NOT NULL DEFAULT 'app' CONSTRAINT login_tickets_awaits CHECK (awaits IN ('phone', 'app', 'identity')),
  CONSTRAINT login_tickets_phone_first CHECK (awaits = 'app' OR secret IS NULL),
  by_phone boolean NOT NULL DEFAULT true, -- as in the session that follows
  provider_login_id uuid -- the login at an identity provider that came before
);
CREATE INDEX login_tickets_user ON login_tickets (user_id);

-- When a person's number was last used: a login, a confirmed code, or a session in use (within a day).
-- Without a row: when the record was created.
CREATE TABLE phone_uses (
  user_id uuid PRIMARY KEY REFERENCES users,
  used_at timestamptz NOT NULL
);
