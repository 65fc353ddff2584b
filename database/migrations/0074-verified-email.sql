-- E-mail addresses are confirmed by a code, as phone numbers are, and then log in. Sessions record how their
-- person signed in, and when they last proved who they are.

ALTER TABLE users
  ADD COLUMN email_verified_at timestamptz CONSTRAINT users_verified_email CHECK (email_verified_at IS NULL OR email IS NOT NULL);
CREATE UNIQUE INDEX users_active_email ON users (lower(email)) WHERE active AND email_verified_at IS NOT NULL;

ALTER TABLE sessions
  ADD COLUMN method text CONSTRAINT sessions_method CHECK (method IN ('code', 'password', 'passkey', 'provider', 'invitation', 'setup')),
  ADD COLUMN authenticated_at timestamptz;

ALTER TABLE phone_codes
  ALTER COLUMN phone DROP NOT NULL,
  ADD COLUMN email text CONSTRAINT phone_codes_email CHECK (email = lower(email)),
  ADD CONSTRAINT phone_codes_address CHECK (num_nonnulls(phone, email) = 1);
CREATE INDEX phone_codes_email ON phone_codes (email, created_at DESC) WHERE email IS NOT NULL;

ALTER TABLE registration_tickets
  ALTER COLUMN phone DROP NOT NULL,
  ADD COLUMN email text CONSTRAINT registration_tickets_email CHECK (email = lower(email)),
  ADD CONSTRAINT registration_tickets_address CHECK (num_nonnulls(phone, email) = 1);
