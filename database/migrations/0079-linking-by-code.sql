-- A provider's account can be linked by a code to the address that the provider confirmed, without a sign-in here.
-- Programs' tokens rest while a provider no longer vouches for their person.

ALTER TABLE provider_accounts
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN own_factor_due boolean NOT NULL DEFAULT false;
