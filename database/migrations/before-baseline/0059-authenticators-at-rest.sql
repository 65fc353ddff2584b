-- Authenticators' secrets are encrypted like webhooks'. The server that starts next encrypts those from before.
ALTER TABLE authenticators
  DROP CONSTRAINT authenticators_secret_check,
  ADD CONSTRAINT authenticators_sealed CHECK (is_sealed(secret)) NOT VALID;
ALTER TABLE login_tickets
  DROP CONSTRAINT login_tickets_secret_check,
  ADD CONSTRAINT login_tickets_sealed CHECK (is_sealed(secret)) NOT VALID;
