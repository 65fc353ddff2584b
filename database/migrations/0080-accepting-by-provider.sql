-- An invitation can be accepted by signing in at an identity provider.

ALTER TABLE provider_sign_ins ADD COLUMN invitation_hash bytea CHECK (length(invitation_hash) = 32);
ALTER TABLE provider_tickets ADD COLUMN invitation_hash bytea CHECK (length(invitation_hash) = 32);
