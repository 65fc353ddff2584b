-- Counts of seats and outcomes. Deferred triggers write them at the end of the transaction, one transaction
-- after another, so that no deadlock is possible.

-- Adds to the taken seats of a session.
-- Bookings commit one after another anyway, because they notify (pg_notify): this adds the time of one statement.
CREATE FUNCTION update_schedule_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('added_up'));
  IF TG_OP = 'UPDATE' AND OLD.schedule_id = NEW.schedule_id THEN
    UPDATE schedule_seats SET taken = taken + NEW.taken - OLD.taken WHERE schedule_id = NEW.schedule_id;
    IF FOUND THEN RETURN NULL; END IF;
    INSERT INTO schedule_seats VALUES (NEW.schedule_id, NEW.taken - OLD.taken);
    RETURN NULL;
  END IF;
  INSERT INTO schedule_seats AS k
  SELECT t.schedule_id, t.taken FROM (VALUES (OLD.schedule_id, -OLD.taken), (NEW.schedule_id, NEW.taken)) t(schedule_id, taken) WHERE t.taken <> 0
  ON CONFLICT (schedule_id) DO UPDATE SET taken = k.taken + excluded.taken;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER slots_count AFTER UPDATE OF taken, schedule_id ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.taken <> NEW.taken OR OLD.schedule_id <> NEW.schedule_id) EXECUTE FUNCTION update_schedule_seats();
CREATE CONSTRAINT TRIGGER slots_count_new AFTER INSERT ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.taken > 0) EXECUTE FUNCTION update_schedule_seats();
CREATE CONSTRAINT TRIGGER slots_count_deleted AFTER DELETE ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.taken > 0) EXECUTE FUNCTION update_schedule_seats();

-- Computes schedule_seats again.
CREATE FUNCTION recount_seats() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE slots IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM schedule_seats;
  INSERT INTO schedule_seats SELECT schedule_id, sum(taken) FROM slots WHERE taken > 0 GROUP BY schedule_id;
END $$;

-- Returns an appointment's outcome as appointment_outcomes counts it; null: not counted. Floating point
-- takes half the time of decimals and gives the same tenths.
CREATE FUNCTION appointment_outcome(status text, starts_at timestamptz, created_at timestamptz) RETURNS int LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN status = 'noshow' THEN -1 WHEN is_attended(status)
  THEN greatest(0, round((date_part('epoch', starts_at) - date_part('epoch', created_at)) / 8640))::int END;

-- Subtracts the old and adds the new outcome of an appointment. The WHEN conditions skip bookings.
CREATE FUNCTION update_outcome_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.starts_at = NEW.starts_at
    AND appointment_outcome(OLD.status, OLD.starts_at, OLD.created_at) IS NOT DISTINCT FROM appointment_outcome(NEW.status, NEW.starts_at, NEW.created_at) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('added_up'));
  SELECT time_zone INTO zone FROM settings;
  INSERT INTO appointment_outcomes AS o
  SELECT (t.starts_at AT TIME ZONE zone)::date, appointment_outcome(t.status, t.starts_at, t.created_at), t.times
  FROM (VALUES (OLD.status, OLD.starts_at, OLD.created_at, -1), (NEW.status, NEW.starts_at, NEW.created_at, 1)) t(status, starts_at, created_at, times)
  WHERE appointment_outcome(t.status, t.starts_at, t.created_at) IS NOT NULL
  ON CONFLICT (day, outcome) DO UPDATE SET count = o.count + excluded.count;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER appointments_count_outcome AFTER INSERT ON appointments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (has_attendance(NEW.status)) EXECUTE FUNCTION update_outcome_counts();
CREATE CONSTRAINT TRIGGER appointments_count_outcome_change AFTER UPDATE OF status, slot_id, starts_at, created_at ON appointments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (has_attendance(OLD.status) OR has_attendance(NEW.status)) EXECUTE FUNCTION update_outcome_counts();

-- Computes appointment_outcomes again.
CREATE FUNCTION recount_outcomes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  LOCK TABLE appointments IN SHARE ROW EXCLUSIVE MODE;
  SELECT time_zone INTO zone FROM settings;
  DELETE FROM appointment_outcomes;
  INSERT INTO appointment_outcomes
  SELECT (starts_at AT TIME ZONE zone)::date, appointment_outcome(status, starts_at, created_at), count(*)
  FROM appointments WHERE has_attendance(status) GROUP BY 1, 2;
END $$;

-- Computes feedback and outcome counts again when settings.time_zone changes, because days and months start
-- at other times.
CREATE FUNCTION recount_for_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_feedback(), recount_outcomes();
  RETURN NULL;
END $$;
CREATE TRIGGER settings_recount AFTER UPDATE OF time_zone ON settings
  FOR EACH ROW WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION recount_for_time_zone();
