-- Identity providers (OpenID Connect): an organisation's own accounts. An administrator writes which
-- claims give which roles; a role counts only as far as that administrator could give it at the moment
-- of a sign-in.
CREATE TABLE identity_providers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  icon text NOT NULL DEFAULT 'key' CHECK (icon IN ('key', 'building', 'school', 'google', 'microsoft')),
  colour text NOT NULL DEFAULT '#1f6f63' CHECK (colour ~ '^#[0-9a-f]{6}$'),
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500), -- never changes: the accounts are this issuer's
  client_id text NOT NULL CHECK (length(client_id) BETWEEN 1 AND 300),
  client_secret bytea CONSTRAINT identity_providers_sealed CHECK (is_sealed(client_secret)), -- null: a public client
  scopes text NOT NULL DEFAULT 'openid profile email',
  email_proof text NOT NULL DEFAULT 'email_verified', -- the claim that says that `email` is the person's; empty: none
  phone_proof text NOT NULL DEFAULT 'phone_number_verified',
  second_factor boolean NOT NULL DEFAULT false, -- the provider asks for one, so Openhour does not
  invited_only boolean NOT NULL DEFAULT false, -- only people who have a record here
  enabled boolean NOT NULL DEFAULT false,
  from_environment boolean NOT NULL DEFAULT false,
  mapping_author_id uuid REFERENCES users,
  previewed_at timestamptz, -- an administrator signed in with the present connection; needed before it is enabled
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);

CREATE TABLE provider_role_mappings (
  provider_id uuid NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  claim text NOT NULL CHECK (length(claim) BETWEEN 1 AND 200),
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 300),
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  PRIMARY KEY (provider_id, claim, value, role_id)
);
CREATE INDEX provider_role_mappings_role ON provider_role_mappings (role_id);

-- Who a provider's subject is here. A person confirms it once.
CREATE TABLE provider_accounts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  provider_id uuid NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id uuid NOT NULL REFERENCES users,
  linked_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz, -- the provider no longer vouches for the person; null again with the next sign-in
  own_factor_due boolean NOT NULL DEFAULT false, -- linked by a code: logins ask for the person's own second factor until they have given it once
  UNIQUE (provider_id, subject)
);
CREATE INDEX provider_accounts_user ON provider_accounts (user_id);

-- One login at a provider: what its logout names, and what renews it.
CREATE TABLE provider_logins (
  id uuid PRIMARY KEY DEFAULT new_id(),
  account_id uuid NOT NULL REFERENCES provider_accounts ON DELETE CASCADE,
  sid text CHECK (length(sid) BETWEEN 1 AND 255), -- the provider's name of its session
  refresh_token bytea CONSTRAINT provider_logins_sealed CHECK (is_sealed(refresh_token)), -- encrypted
  checked_at timestamptz NOT NULL, -- when the provider last vouched for the person
  try_after timestamptz NOT NULL, -- when it is asked again
  created_at timestamptz NOT NULL
);
CREATE INDEX provider_logins_account ON provider_logins (account_id);
CREATE INDEX provider_logins_due ON provider_logins (try_after) WHERE refresh_token IS NOT NULL;

-- Sign-ins that wait for a browser to come back from a provider. Each is used once, in the browser that
-- began it.
CREATE TABLE provider_sign_ins (
  state_hash bytea PRIMARY KEY CHECK (length(state_hash) = 32),
  provider_id uuid NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('login', 'link', 'preview')),
  user_id uuid REFERENCES users, -- who links an account, or looks at the preview
  nonce text NOT NULL,
  verifier bytea NOT NULL CONSTRAINT provider_sign_ins_sealed CHECK (is_sealed(verifier)), -- PKCE; encrypted
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  return_path text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  invitation_hash bytea CHECK (length(invitation_hash) = 32), -- of the link that the person accepts by it
  CONSTRAINT provider_sign_ins_user CHECK ((user_id IS NULL) = (purpose = 'login'))
);
CREATE INDEX provider_sign_ins_expired ON provider_sign_ins (expires_at);
CREATE INDEX provider_sign_ins_user ON provider_sign_ins (user_id) WHERE user_id IS NOT NULL;

-- People whom a provider vouched for and who have no account linked yet: they register, or confirm a
-- record of theirs. A used ticket is deleted.
CREATE TABLE provider_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  provider_id uuid NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  subject text NOT NULL,
  name text,
  email text, -- only where the provider confirmed it
  phone text,
  role_ids uuid[] NOT NULL, -- what the mapping gave
  sid text,
  refresh_token bytea CONSTRAINT provider_tickets_sealed CHECK (is_sealed(refresh_token)), -- encrypted
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  return_path text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  invitation_hash bytea CHECK (length(invitation_hash) = 32) -- of the link that registering accepts
);
CREATE INDEX provider_tickets_expired ON provider_tickets (expires_at);

-- Logout tokens that were used: none counts twice.
CREATE TABLE provider_logout_tokens (
  provider_id uuid NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  jti_hash bytea NOT NULL CHECK (length(jti_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, jti_hash)
);
CREATE INDEX provider_logout_tokens_expired ON provider_logout_tokens (expires_at);

ALTER TABLE sessions ADD CONSTRAINT sessions_provider_login FOREIGN KEY (provider_login_id) REFERENCES provider_logins ON DELETE SET NULL;
CREATE INDEX sessions_provider_login ON sessions (provider_login_id) WHERE provider_login_id IS NOT NULL;
ALTER TABLE login_tickets ADD CONSTRAINT login_tickets_provider_login FOREIGN KEY (provider_login_id) REFERENCES provider_logins ON DELETE CASCADE;
CREATE INDEX login_tickets_provider_login ON login_tickets (provider_login_id) WHERE provider_login_id IS NOT NULL;
ALTER TABLE role_assignments ADD CONSTRAINT role_assignments_provider FOREIGN KEY (provider_id) REFERENCES identity_providers;
CREATE INDEX role_assignments_provider ON role_assignments (provider_id) WHERE provider_id IS NOT NULL;
