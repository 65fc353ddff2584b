-- What happened (audit), what is to be told (outbox), and who looked.

-- `before` and `after` hold what changed; an appointment's history is its audit rows.
CREATE TABLE audit (
  id uuid PRIMARY KEY DEFAULT new_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid REFERENCES users,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id uuid,
  person_id uuid REFERENCES users, -- whom the row is about, so that erasing finds it
  reason text NOT NULL DEFAULT '',
  before jsonb,
  after jsonb
);
CREATE INDEX audit_subject ON audit (subject_id, at);
CREATE INDEX audit_person ON audit (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX audit_at ON audit (at DESC);

-- Audit rows stand for ever but for two things the product promises: erasing a person, and retention.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - make_interval(months => (SELECT retention_months FROM settings)) THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'audit rows are kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_kept';
  END IF;
  IF EXISTS (SELECT 1 FROM users WHERE id = OLD.person_id AND erased_at IS NOT NULL)
    AND (NEW.id, NEW.at, NEW.action, NEW.subject) = (OLD.id, OLD.at, OLD.action, OLD.subject)
    AND (NEW.actor_id, NEW.subject_id, NEW.person_id) IS NOT DISTINCT FROM (OLD.actor_id, OLD.subject_id, OLD.person_id)
    AND NEW.reason = '' AND NEW.before IS NULL AND NEW.after IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'audit rows never change' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_kept';
END $$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();

-- Messages to send, written in the transaction of what they tell of. The text is made at sending time, from the state at that time.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL,
  user_id uuid REFERENCES users,
  appointment_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed', 'dropped')),
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_user ON outbox (user_id);
CREATE INDEX outbox_appointment ON outbox (appointment_id);

-- Who opened a client's record; the client can see it.
CREATE TABLE record_views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  viewer_id uuid NOT NULL REFERENCES users,
  user_id uuid NOT NULL REFERENCES users,
  what text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX record_views_user ON record_views (user_id, at DESC);
