-- Staff invite people by e-mail, text message or a printed page.

CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users, -- whom it invites: a record that the person takes over by accepting
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32), -- of the newest link
  channel text NOT NULL CONSTRAINT invitations_channel CHECK (channel IN ('email', 'sms', 'print')),
  address text, -- where it is sent, and what accepting it proves: an e-mail address in lower case, or a number
  invited_by uuid NOT NULL REFERENCES users, -- who made the newest link: accepting it needs the rights that they hold then
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT invitations_address CHECK ((channel = 'print') = (address IS NULL)),
  CONSTRAINT invitations_one_end CHECK (num_nonnulls(accepted_at, revoked_at) <= 1)
);
CREATE UNIQUE INDEX invitations_open ON invitations (user_id) WHERE accepted_at IS NULL AND revoked_at IS NULL; -- one for each person
CREATE INDEX invitations_user ON invitations (user_id);
CREATE INDEX invitations_listed ON invitations (created_at DESC, id DESC);

-- The roles that a person gets by accepting.
CREATE TABLE invitation_roles (
  invitation_id uuid NOT NULL REFERENCES invitations ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  PRIMARY KEY (invitation_id, role_id)
);
CREATE INDEX invitation_roles_role ON invitation_roles (role_id);

ALTER TABLE settings ADD COLUMN invitation_days int NOT NULL DEFAULT 3 CONSTRAINT settings_invitation_days CHECK (invitation_days BETWEEN 1 AND 30);
