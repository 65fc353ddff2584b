-- Other systems of the organisation that are told of appointments and clients. What is to be told is written with what it tells of, as one row however many want it; a worker
-- makes a delivery of it for each of them.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY DEFAULT new_id(),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 2000),
  description text NOT NULL DEFAULT '',
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  secret bytea NOT NULL CHECK (length(secret) = 32), -- what we send is signed with it, so it has to be readable
  old_secret bytea CHECK (length(old_secret) = 32), -- signs beside the other until then
  old_secret_until timestamptz,
  active boolean NOT NULL DEFAULT true,
  off_why text CHECK (off_why IN ('staff', 'failing', 'gone')),
  off_at timestamptz,
  failing_since timestamptz, -- the first failure after the last success
  last_success_at timestamptz,
  created_at timestamptz NOT NULL,
  revision int NOT NULL DEFAULT 1,
  CONSTRAINT webhook_endpoints_off CHECK (active = (off_why IS NULL) AND active = (off_at IS NULL)),
  CONSTRAINT webhook_endpoints_secrets CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);
-- What a worker notes of it is no change of it.
CREATE TRIGGER webhook_endpoints_revision BEFORE UPDATE OF address, description, events, secret, active ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION raise_revision();

CREATE TABLE webhook_events (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT new_id(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  event_id uuid NOT NULL, -- the same however often it is sent
  kind text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL, -- of the event
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  due_at timestamptz NOT NULL,
  lease uuid, -- whoever has it in hand until due_at
  attempts int NOT NULL DEFAULT 0,
  tried_at timestamptz,
  settled_at timestamptz,
  status int, -- of the last answer
  why text, -- why the last try failed: a word of contract/webhooks.ts
  detail text,
  answer text, -- its beginning
  took_ms int,
  UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

-- Thin and discreet: ids, times, status. No name, no number, no word of anybody's, no kind of support.
CREATE FUNCTION webhook_appointment(id uuid, client uuid, mentor uuid, schedule uuid, starts timestamptz, ends timestamptz, status text, revision int)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'client_id', client, 'mentor_id', mentor, 'schedule_id', schedule,
    'starts_at', to_char(starts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'ends_at', to_char(ends AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'status', status, 'revision', revision)
$$;

-- Where nobody wants to be told, each of these looks at an empty table and writes nothing.
CREATE FUNCTION tell_webhooks_of_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE active) THEN
    INSERT INTO webhook_events (kind, data)
    SELECT CASE a.status WHEN 'pending' THEN 'appointment.requested' ELSE 'appointment.booked' END,
      webhook_appointment(a.id, a.user_id, a.mentor_id, a.schedule_id, a.starts_at, a.ends_at, a.status, a.revision)
    FROM added a;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_tell_webhooks AFTER INSERT ON appointments REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tell_webhooks_of_bookings();

CREATE FUNCTION tell_webhooks_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE active) THEN
    INSERT INTO webhook_events (kind, data) VALUES (
      CASE
        WHEN NEW.status = OLD.status THEN 'appointment.moved'
        WHEN NEW.status = 'booked' AND OLD.status = 'pending' THEN 'appointment.approved'
        WHEN NEW.status = 'cancelled' AND OLD.status = 'pending' AND NEW.cancelled_by = 'organisation' THEN 'appointment.refused'
        WHEN NEW.status = 'cancelled' THEN 'appointment.cancelled'
        ELSE 'appointment.status_changed'
      END,
      webhook_appointment(NEW.id, NEW.user_id, NEW.mentor_id, NEW.schedule_id, NEW.starts_at, NEW.ends_at, NEW.status, NEW.revision));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_tell_webhooks_change AFTER UPDATE ON appointments FOR EACH ROW
  WHEN ((NEW.status, NEW.slot_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at) IS DISTINCT FROM (OLD.status, OLD.slot_id, OLD.mentor_id, OLD.starts_at, OLD.ends_at))
  EXECUTE FUNCTION tell_webhooks_of_change();

CREATE FUNCTION tell_webhooks_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE active) THEN
    INSERT INTO webhook_events (kind, data) VALUES (
      CASE
        WHEN TG_OP = 'INSERT' THEN 'client.created'
        WHEN NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL THEN 'client.erased'
        WHEN NEW.merged_into IS DISTINCT FROM OLD.merged_into THEN 'client.merged'
        WHEN OLD.active AND NOT NEW.active THEN 'client.deactivated'
        WHEN NEW.active AND NOT OLD.active THEN 'client.reactivated'
        ELSE 'client.changed'
      END,
      jsonb_build_object('id', NEW.id, 'active', NEW.active, 'merged_into', NEW.merged_into, 'revision', NEW.revision));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_tell_webhooks AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_client();
CREATE TRIGGER users_tell_webhooks_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((NEW.name, NEW.phone, NEW.contact_name, NEW.contact_phone, NEW.email, NEW.photo_id, NEW.locale, NEW.time_zone, NEW.channel, NEW.active, NEW.merged_into, NEW.erased_at)
    IS DISTINCT FROM (OLD.name, OLD.phone, OLD.contact_name, OLD.contact_phone, OLD.email, OLD.photo_id, OLD.locale, OLD.time_zone, OLD.channel, OLD.active, OLD.merged_into, OLD.erased_at))
  EXECUTE FUNCTION tell_webhooks_of_client();
