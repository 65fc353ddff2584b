-- What else an administrator can set: private offers of the waiting list, what counts as a low score, and how long things are kept.
ALTER TABLE settings
  ADD COLUMN offer_minutes int NOT NULL DEFAULT 60 CHECK (offer_minutes BETWEEN 5 AND 1440), -- how long a freed seat is held for whom it is offered to
  ADD COLUMN quiet_from time NOT NULL DEFAULT '21:00', -- no offer is made from here …
  ADD COLUMN quiet_until time NOT NULL DEFAULT '08:00', -- … to here, on the clock of settings.time_zone; equal: never quiet
  ADD COLUMN low_score int NOT NULL DEFAULT 2 CHECK (low_score BETWEEN 0 AND 4), -- stars at or below it raise a notice; 0: never
  ADD COLUMN message_months int NOT NULL DEFAULT 24 CHECK (message_months BETWEEN 1 AND 1200),
  ADD COLUMN audit_months int NOT NULL DEFAULT 84 CHECK (audit_months BETWEEN 1 AND 1200);
COMMENT ON COLUMN settings.retention_months IS 'how long closed appointments keep what was written in them';

CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - make_interval(months => (SELECT audit_months FROM settings)) THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'audit rows are kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_kept';
  END IF;
  IF EXISTS (SELECT 1 FROM users WHERE id = OLD.person_id AND erased_at IS NOT NULL)
    AND (NEW.id, NEW.at, NEW.action, NEW.subject) = (OLD.id, OLD.at, OLD.action, OLD.subject)
    AND (NEW.actor_id, NEW.subject_id, NEW.person_id) IS NOT DISTINCT FROM (OLD.actor_id, OLD.subject_id, OLD.person_id)
    AND NEW.reason = '' AND NEW.before IS NULL AND NEW.after IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'audit rows never change' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_kept';
END $$;
