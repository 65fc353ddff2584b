-- Sessions and slots: notifications, the mentors' times, and appointments that follow their slot.

-- Notifies servers that the sessions of a support type changed (channel openhour_schedules).
CREATE FUNCTION notify_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('openhour_schedules', NEW.support_type_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_notify AFTER INSERT OR UPDATE ON schedules FOR EACH ROW EXECUTE FUNCTION notify_schedules();

-- Notifies servers of a slot's free seats (channel openhour_seats).
-- Deferred: listeners get the state at commit. A seat that passes from one holder to the next within a
-- transaction was never free.
CREATE FUNCTION notify_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot slots;
BEGIN
  SELECT * INTO slot FROM slots WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_notify('openhour_seats', json_build_object('schedule_id', slot.schedule_id, 'mentor_id', slot.mentor_id,
    'starts_at', rfc3339(slot.starts_at),
    'free', CASE WHEN slot.live AND slot.blocked IS NULL THEN slot.seats - slot.taken - slot.held ELSE 0 END)::text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER slots_notify AFTER UPDATE OF taken, held, seats, live ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.taken, OLD.held, OLD.seats, OLD.live) IS DISTINCT FROM (NEW.taken, NEW.held, NEW.seats, NEW.live)) EXECUTE FUNCTION notify_seats();

-- Adds the times of new slots to mentor_times, which refuses overlaps.
CREATE FUNCTION insert_mentor_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mentor_times SELECT id, mentor_id, starts_at, ends_at FROM added WHERE live;
  RETURN NULL;
END $$;
CREATE TRIGGER slots_mentor_times_new AFTER INSERT ON slots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION insert_mentor_times();

-- Updates mentor_times after a slot has changed its time or mentor, or is no longer planned.
CREATE FUNCTION sync_mentor_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.live THEN
    INSERT INTO mentor_times VALUES (NEW.id, NEW.mentor_id, NEW.starts_at, NEW.ends_at)
    ON CONFLICT (slot_id) DO UPDATE SET mentor_id = excluded.mentor_id, starts_at = excluded.starts_at, ends_at = excluded.ends_at;
  ELSE
    DELETE FROM mentor_times WHERE slot_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER slots_mentor_times AFTER UPDATE OF mentor_id, starts_at, ends_at, live ON slots FOR EACH ROW
  WHEN ((OLD.mentor_id, OLD.starts_at, OLD.ends_at, OLD.live) <> (NEW.mentor_id, NEW.starts_at, NEW.ends_at, NEW.live)) EXECUTE FUNCTION sync_mentor_times();

-- Updates the appointments of a slot that has changed its time or mentor, so that overlap checks see the new time.
CREATE FUNCTION sync_appointments_with_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- openhour.changed_by: the person who moves the slots in this transaction; unset or empty for the system.
  UPDATE appointments SET slot_id = NEW.id, changed_by = nullif(current_setting('openhour.changed_by', true), '')::uuid, change_reason = ''
  WHERE slot_id = NEW.id AND holds_seat(status);
  RETURN NULL;
END $$;
CREATE TRIGGER slots_sync_appointments AFTER UPDATE OF schedule_id, mentor_id, starts_at, ends_at ON slots FOR EACH ROW
  WHEN (NEW.taken > 0 AND (OLD.schedule_id, OLD.mentor_id, OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.schedule_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at))
  EXECUTE FUNCTION sync_appointments_with_slot();

-- Shifts a session's slots by an interval, with their appointments. When they go later, the last slot goes
-- first, so that none overlaps another.
CREATE FUNCTION shift_slots(session uuid, shift interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  slot uuid;
BEGIN
  FOR slot IN SELECT id FROM slots WHERE schedule_id = session AND live
    ORDER BY extract(epoch FROM starts_at) * CASE WHEN shift > interval '0' THEN -1 ELSE 1 END, id
  LOOP
    UPDATE slots SET starts_at = starts_at + shift, ends_at = ends_at + shift WHERE id = slot;
  END LOOP;
END $$;

-- Returns the local date of a slot. A session that crosses midnight has slots of two dates.
CREATE FUNCTION slot_date(session_date date, session_ends timestamp, zone text, starts timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN session_ends <= session_date + 1 THEN session_date ELSE (starts AT TIME ZONE zone)::date END
$$;
