-- What happens to an appointment's row: its seat, its room, its history, its messages.

-- Statuses by their meaning; holds_seat, which tables use, is in value-functions.sql. PostgreSQL inlines these.

-- Whether an appointment of this status is open until it starts.
CREATE FUNCTION is_open(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN status IN ('pending', 'booked');

-- Whether an appointment is open at the instant `at`: its status is open and it has not started. At starts_at it has.
CREATE FUNCTION is_open_at(status text, starts_at timestamptz, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN is_open(status) AND starts_at > at;

-- Whether an appointment is a request that staff can still approve at the instant `at`.
CREATE FUNCTION awaits_approval(status text, starts_at timestamptz, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status = 'pending' AND starts_at > at;

-- Whether an appointment of this status has no outcome yet: the condition of the index appointments_unclosed.
CREATE FUNCTION awaits_outcome(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN status IN ('pending', 'booked', 'arrived');

-- Whether the client came.
CREATE FUNCTION is_attended(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN status IN ('arrived', 'fulfilled');

-- Whether it is known that the client came or did not come.
CREATE FUNCTION has_attendance(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN is_attended(status) OR status = 'noshow';

-- Whether this transaction undoes an action (server/features/undo), which alone revives an appointment.
-- openhour.undoing: the id of that action.
CREATE FUNCTION is_undoing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('openhour.undoing', true), '') <> ''
$$;

-- Takes and frees the seat of an appointment. Every insert and every change of status or slot passes here.
-- If no seat is free, the row is not written (the statement affects 0 rows), because contended writes must
-- not raise errors. It also copies the slot's schedule, mentor and times, raises revision, keeps id and reference,
-- and sets status_before.
CREATE FUNCTION take_or_free_seat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot slots;
  had_seat boolean := TG_OP = 'UPDATE' AND holds_seat(OLD.status);
  has_seat boolean := holds_seat(NEW.status);
  moves boolean := TG_OP = 'UPDATE' AND NEW.slot_id <> OLD.slot_id;
  restores boolean := FALSE;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.revision := OLD.revision + 1;
    NEW.id := OLD.id;
    NEW.reference := OLD.reference;
    restores := OLD.status = 'cancelled' AND has_seat AND NOT moves AND is_undoing();
    IF NOT had_seat AND NOT restores AND (has_seat OR moves OR (OLD.status = 'entered-in-error' AND NEW.status <> OLD.status)) THEN
      RAISE EXCEPTION 'a % appointment stays as it is', OLD.status USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_dead';
    END IF;
    IF NEW.status <> OLD.status AND NOT is_undoing() THEN NEW.status_before := OLD.status; END IF;
    IF moves THEN -- in one order, so that two crossing moves do not deadlock
      PERFORM 1 FROM slots WHERE id IN (OLD.slot_id, NEW.slot_id) ORDER BY id FOR NO KEY UPDATE;
    END IF;
  END IF;

  IF has_seat AND (NOT had_seat OR moves) THEN
    UPDATE slots SET taken = taken + 1 WHERE id = NEW.slot_id AND live AND taken + held < seats RETURNING * INTO slot;
    IF NOT FOUND THEN RETURN NULL; END IF;
    NEW.seat := 1;
    IF restores AND NOT EXISTS (SELECT 1 FROM appointments a WHERE a.slot_id = slot.id AND a.seat = OLD.seat AND holds_seat(a.status)) THEN
      NEW.seat := OLD.seat;
    ELSIF slot.seats > 1 THEN
      SELECT min(n) INTO NEW.seat FROM generate_series(1, slot.seats) n
      WHERE NOT EXISTS (SELECT 1 FROM appointments a WHERE a.slot_id = slot.id AND a.seat = n AND holds_seat(a.status));
    END IF;
    NEW.serial := slot.first_serial + NEW.seat - 1;
  ELSIF TG_OP = 'INSERT' THEN -- entered afterwards, without a seat
    SELECT * INTO slot FROM slots WHERE id = NEW.slot_id;
    NEW.seat := coalesce(NEW.seat, 1);
    NEW.serial := coalesce(NEW.serial, slot.first_serial);
  ELSIF has_seat OR moves THEN -- the slot's present values
    SELECT * INTO slot FROM slots WHERE id = NEW.slot_id;
    NEW.seat := OLD.seat;
    NEW.serial := OLD.serial;
  END IF;

  IF had_seat AND (NOT has_seat OR moves) THEN
    UPDATE slots SET taken = taken - 1 WHERE id = OLD.slot_id;
  END IF;

  IF slot.id IS NOT NULL THEN
    NEW.schedule_id := slot.schedule_id;
    NEW.mentor_id := slot.mentor_id;
    NEW.starts_at := slot.starts_at;
    NEW.ends_at := slot.ends_at;
  ELSE -- without a seat: the copies stay as they were
    NEW.schedule_id := OLD.schedule_id;
    NEW.mentor_id := OLD.mentor_id;
    NEW.starts_at := OLD.starts_at;
    NEW.ends_at := OLD.ends_at;
    NEW.seat := OLD.seat;
    NEW.serial := OLD.serial;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_take_or_free_seat BEFORE INSERT OR UPDATE ON appointments FOR EACH ROW EXECUTE FUNCTION take_or_free_seat();

-- Gives a moved appointment another meeting room, because the mentor of the old one knows the old room.
-- Undoing the move restores the old room, whose link the client has.
-- The trigger's name sorts after appointments_take_or_free_seat, which sets the mentor.
CREATE FUNCTION change_meeting_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_undoing() THEN RETURN NEW; END IF;
  NEW.room := gen_random_uuid();
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_use_new_room BEFORE UPDATE OF slot_id ON appointments FOR EACH ROW
  WHEN ((NEW.slot_id, NEW.mentor_id) IS DISTINCT FROM (OLD.slot_id, OLD.mentor_id)) EXECUTE FUNCTION change_meeting_room();

-- Writes audit rows and messages for new appointments, once per statement.
CREATE FUNCTION record_new_appointments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit (actor_id, action, subject, subject_id, person_id, reason, after)
  SELECT a.changed_by, CASE a.status WHEN 'pending' THEN 'requested' ELSE 'booked' END, 'appointment', a.id, a.user_id, a.change_reason,
    jsonb_build_object('status', a.status, 'schedule_id', a.schedule_id, 'mentor_id', a.mentor_id,
      'starts_at', rfc3339(a.starts_at)) -- as appointment_state, without payment and price
  FROM added a;
  INSERT INTO outbox (kind, user_id, appointment_id, detail)
  SELECT CASE a.status WHEN 'pending' THEN 'appointment_requested' ELSE 'appointment_booked' END, a.user_id, a.id,
    jsonb_build_object('revision', a.revision, 'by', a.cancelled_by)
  FROM added a;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_write_event AFTER INSERT ON appointments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_new_appointments();

-- Writes the audit row and the message for a changed appointment.
CREATE FUNCTION record_appointment_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  action text;
  message text;
BEGIN
  IF NEW.status <> OLD.status THEN
    action := CASE WHEN is_undoing() THEN 'restored' WHEN OLD.status = 'pending' AND NEW.status = 'booked' THEN 'approved' ELSE NEW.status END;
    message := CASE WHEN action IN ('approved', 'cancelled') THEN action END;
  ELSIF (NEW.slot_id, NEW.starts_at, NEW.mentor_id) <> (OLD.slot_id, OLD.starts_at, OLD.mentor_id) THEN
    action := 'moved';
    message := 'moved';
  ELSIF NEW.questions <> OLD.questions THEN action := 'questions';
  ELSIF NEW.interpreter_language IS DISTINCT FROM OLD.interpreter_language THEN action := 'interpreter';
  ELSIF NEW.payment_status <> OLD.payment_status THEN action := 'payment';
  ELSIF NEW.excused_at IS DISTINCT FROM OLD.excused_at THEN action := CASE WHEN NEW.excused_at IS NULL THEN 'counted' ELSE 'excused' END;
  ELSE action := 'changed';
  END IF;

  INSERT INTO audit (actor_id, action, subject, subject_id, person_id, reason, before, after)
  VALUES (NEW.changed_by, action, 'appointment', NEW.id, NEW.user_id, NEW.change_reason,
    appointment_state(OLD), appointment_state(NEW));
  IF message IS NOT NULL THEN
    INSERT INTO outbox (kind, user_id, appointment_id, detail)
    VALUES ('appointment_' || message, NEW.user_id, NEW.id, jsonb_build_object('revision', NEW.revision, 'by', NEW.cancelled_by)
      -- Moved back before the client knew of it, this message is dropped.
      || CASE message WHEN 'moved' THEN jsonb_build_object('from', appointment_time(OLD)) ELSE '{}' END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_write_change_event AFTER UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.forgotten_at IS NOT DISTINCT FROM OLD.forgotten_at AND NEW.place_changed_at IS NOT DISTINCT FROM OLD.place_changed_at) EXECUTE FUNCTION record_appointment_event();

-- Notifies servers that an appointment's status changed (channel openhour_attendance). Bookings, moves and
-- cancellations change a slot, which notifies by itself. Without a payload, so that one transaction notifies once.
CREATE FUNCTION notify_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('openhour_attendance', '');
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_notify AFTER UPDATE OF status ON appointments FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION notify_attendance();

-- Returns what the audit log keeps of an appointment.
CREATE FUNCTION appointment_state(a appointments) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('status', a.status, 'schedule_id', a.schedule_id, 'mentor_id', a.mentor_id,
    'starts_at', rfc3339(a.starts_at), 'payment', a.payment_status,
    'price', jsonb_build_object('amount', a.price_amount, 'currency', a.price_currency))
$$;

-- Returns when, where and with whom an appointment is, to compare two of its states.
CREATE FUNCTION appointment_time(a appointments) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('schedule_id', a.schedule_id, 'mentor_id', a.mentor_id, 'starts_at', rfc3339(a.starts_at))
$$;

-- Refuses an update of place_changed_at that changes anything else, because such an update writes no audit
-- row and no message.
CREATE FUNCTION check_place_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status, NEW.slot_id, NEW.user_id, NEW.payment_status, NEW.questions) <> (OLD.status, OLD.slot_id, OLD.user_id, OLD.payment_status, OLD.questions)
    OR (NEW.excused_at, NEW.interpreter_language) IS DISTINCT FROM (OLD.excused_at, OLD.interpreter_language)
  THEN
    RAISE EXCEPTION 'a change of the place changes nothing else' USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_place_changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_check_place_change BEFORE UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.place_changed_at IS DISTINCT FROM OLD.place_changed_at) EXECUTE FUNCTION check_place_change_update();

-- Refuses to delete an appointment.
CREATE FUNCTION reject_appointment_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'appointments are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_reject_delete';
END $$;
CREATE TRIGGER appointments_reject_delete BEFORE DELETE ON appointments FOR EACH ROW EXECUTE FUNCTION reject_appointment_delete();
