-- The figures of a day at a million appointments, an audit log that is found again at millions of rows, and things kept as long as is set.

-- The dashboard: what happened between two instants, from the index alone; and what is still to be closed.
CREATE INDEX appointments_by_start ON appointments (starts_at, status) INCLUDE (created_at);
CREATE INDEX appointments_unclosed ON appointments (ends_at) WHERE status IN ('pending', 'booked', 'arrived');

-- The audit log is read latest first, whole or about one person, action or thing. Nearly all rows are about appointments: of the others there is an index.
DROP INDEX audit_at;
CREATE INDEX audit_at ON audit (at DESC, id DESC);
DROP INDEX audit_person;
CREATE INDEX audit_person ON audit (person_id, at DESC, id DESC) WHERE person_id IS NOT NULL;
CREATE INDEX audit_actor ON audit (actor_id, at DESC, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_action ON audit (action, at DESC, id DESC);
CREATE INDEX audit_rare ON audit (subject, at DESC, id DESC) WHERE subject <> 'appointment';
CREATE INDEX record_views_at ON record_views (at DESC, id DESC);
CREATE INDEX record_views_viewer ON record_views (viewer_id, at DESC, id DESC);

ALTER TABLE settings ADD CONSTRAINT settings_reminders CHECK (cardinality(reminder_minutes) <= 5 AND 5 <= ALL (reminder_minutes) AND 43200 >= ALL (reminder_minutes));

-- Retention. What was written in a closed appointment goes after settings.retention_months; `forgotten_at` says when it last went.
ALTER TABLE appointments ADD COLUMN forgotten_at timestamptz;
CREATE INDEX appointments_to_forget ON appointments (ends_at) WHERE questions <> '{}' OR cancel_reason <> '' OR change_reason <> '';
CREATE INDEX feedback_words ON feedback_answers (feedback_id) WHERE widget = 'text' AND value <> '';
CREATE INDEX outbox_age ON outbox (created_at);

-- Forgetting is not something that happened to the appointment: no audit row each, and no message. The run tells of all of them in one.
DROP TRIGGER appointments_tell ON appointments;
CREATE TRIGGER appointments_tell AFTER INSERT ON appointments FOR EACH ROW EXECUTE FUNCTION tell_appointment();
CREATE TRIGGER appointments_tell_change AFTER UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.forgotten_at IS NOT DISTINCT FROM OLD.forgotten_at) EXECUTE FUNCTION tell_appointment();
-- So that nothing else can pass through silently beside it.
CREATE FUNCTION keep_forgetting_plain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.forgotten_at IS NULL OR (NEW.questions, NEW.cancel_reason, NEW.change_reason) <> ('{}', '', '')
    OR (NEW.status, NEW.slot_id, NEW.user_id, NEW.payment_status) <> (OLD.status, OLD.slot_id, OLD.user_id, OLD.payment_status)
    OR NEW.excused_at IS DISTINCT FROM OLD.excused_at
  THEN
    RAISE EXCEPTION 'forgetting takes an appointment’s words and changes nothing else' USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_forgotten';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_forget BEFORE UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.forgotten_at IS DISTINCT FROM OLD.forgotten_at) EXECUTE FUNCTION keep_forgetting_plain();

-- One night's work, written along with every batch: whoever goes on after a crash knows what was removed, and that it was finished.
CREATE TABLE retention_runs (
  day date PRIMARY KEY,
  removed jsonb NOT NULL DEFAULT '{}',
  finished_at timestamptz
);
