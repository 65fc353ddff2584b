-- Passkeys (WebAuthn credentials), and the codes that replace an authenticator app that is lost.

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000), -- COSE
  counter bigint NOT NULL CHECK (counter >= 0), -- of the last use; 0: the authenticator does not count
  transports text[] NOT NULL DEFAULT '{}',
  synced boolean NOT NULL, -- backed up, so that other devices of the person have it as well
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges that a passkey signs. Using one deletes it.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  -- login: any person; confirm: a signed-in person proves again who they are; add: a signed-in person
  -- adds a passkey; enrol: a person adds their second factor while they log in
  purpose text NOT NULL CONSTRAINT passkey_challenges_purpose CHECK (purpose IN ('login', 'confirm', 'add', 'enrol')),
  user_id uuid REFERENCES users,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_challenges_person CHECK ((user_id IS NULL) = (purpose = 'login'))
);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_expired ON passkey_challenges (expires_at);

-- Each replaces one code of the person's authenticator app. A code has 80 random bits, so its SHA-256
-- cannot be searched.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
