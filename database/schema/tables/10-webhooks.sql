-- Webhooks. An event is one row, however many endpoints want it; a worker makes a delivery for each of them.

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY DEFAULT new_id(),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 2000),
  description text NOT NULL DEFAULT '',
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  secret bytea NOT NULL, -- signs the requests; encrypted
  old_secret bytea, -- replaced last, signs as well until old_secret_until; encrypted
  old_secret_until timestamptz,
  active boolean NOT NULL DEFAULT true,
  off_why text CHECK (off_why IN ('staff', 'failing', 'gone')),
  off_at timestamptz,
  failing_since timestamptz, -- first failure after the last success
  last_success_at timestamptz,
  created_at timestamptz NOT NULL,
  revision int NOT NULL DEFAULT 1,
  CONSTRAINT webhook_endpoints_off CHECK (active = (off_why IS NULL) AND active = (off_at IS NULL)),
  CONSTRAINT webhook_endpoints_secrets CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  CONSTRAINT webhook_endpoints_sealed CHECK (is_sealed(secret) AND is_sealed(old_secret))
);

CREATE TABLE webhook_old_secrets ( -- replaced before old_secret, within the last day
  id uuid PRIMARY KEY DEFAULT new_id(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  secret bytea NOT NULL, -- signs as well until ends_at; encrypted
  ends_at timestamptz NOT NULL,
  CONSTRAINT webhook_old_secrets_sealed CHECK (is_sealed(secret))
);
CREATE INDEX webhook_old_secrets_endpoint ON webhook_old_secrets (endpoint_id);

CREATE TABLE webhook_events (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  action_id uuid DEFAULT nullif(current_setting('openhour.action', true), '')::uuid, -- of undoable_actions
  held_until timestamptz DEFAULT nullif(current_setting('openhour.hold_until', true), '')::timestamptz -- not delivered before, as messages
);
CREATE INDEX webhook_events_action ON webhook_events (action_id) WHERE action_id IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT new_id(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  event_id uuid NOT NULL, -- the same for every attempt
  kind text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL, -- of the event
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  due_at timestamptz NOT NULL,
  lease uuid, -- of the worker that has it until due_at
  attempts int NOT NULL DEFAULT 0,
  tried_at timestamptz,
  settled_at timestamptz,
  status int, -- of the last answer
  why text, -- of the last failure: a word of contract/webhooks.ts
  detail text,
  answer text, -- its beginning
  took_ms int,
  UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
