-- No person is to be phoned about a message that arrived after it was reported as failed.
UPDATE outbox SET phone_by = NULL WHERE state = 'delivered' AND phone_by IS NOT NULL;

-- Several secrets of a webhook that were replaced within a day sign until the end of their own day.
CREATE TABLE webhook_old_secrets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  secret bytea NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT webhook_old_secrets_sealed CHECK (is_sealed(secret))
);
CREATE INDEX webhook_old_secrets_endpoint ON webhook_old_secrets (endpoint_id);
