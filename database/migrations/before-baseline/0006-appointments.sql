-- One client's seat in one slot. Nothing is ever deleted; a cancelled appointment stays and gives its seat back.

CREATE FUNCTION holds_seat(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('pending', 'booked', 'arrived', 'fulfilled', 'noshow')
$$;

CREATE TABLE appointments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  reference text NOT NULL DEFAULT new_reference() CONSTRAINT appointments_reference UNIQUE
    CONSTRAINT appointments_reference_form CHECK (reference ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  user_id uuid NOT NULL REFERENCES users,
  slot_id uuid NOT NULL REFERENCES slots,
  -- Filled from the slot by appointments_seat, whatever the writer says.
  schedule_id uuid NOT NULL REFERENCES schedules,
  mentor_id uuid NOT NULL REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  seat int NOT NULL CHECK (seat >= 1),
  serial int NOT NULL CHECK (serial >= 1),
  requested_mentor_id uuid REFERENCES users, -- whom the client asked for; null: any
  status text NOT NULL CHECK (status IN ('pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error')),
  status_before text, -- for undoing the last step
  questions text[] NOT NULL DEFAULT '{}',
  price_amount int NOT NULL DEFAULT 0,
  price_currency text NOT NULL DEFAULT 'GBP',
  payment_status text NOT NULL DEFAULT 'unpaid' CHECK (payment_status IN ('unpaid', 'paid', 'waived', 'refunded')),
  payment_by uuid REFERENCES users,
  payment_at timestamptz,
  excused_by uuid REFERENCES users, -- a missed appointment that does not count
  excused_at timestamptz,
  cancelled_by text CHECK (cancelled_by IN ('client', 'organisation')),
  cancelled_at timestamptz,
  cancel_reason text NOT NULL DEFAULT '',
  booked_by uuid NOT NULL REFERENCES users,
  idempotency_key text,
  -- Who makes this change, and why: every writer says so, and the audit row takes it from here.
  changed_by uuid REFERENCES users,
  change_reason text NOT NULL DEFAULT '',
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT appointments_cancelled CHECK ((status = 'cancelled') = (cancelled_by IS NOT NULL) OR status = 'entered-in-error'),
  -- Promise 3: a client never has two overlapping seat-holding appointments.
  CONSTRAINT appointments_client_overlap EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (holds_seat(status))
);
-- Promise 1, a second time: one seat, one holder.
CREATE UNIQUE INDEX appointments_one_per_seat ON appointments (slot_id, seat) WHERE holds_seat(status);
CREATE UNIQUE INDEX appointments_idempotency ON appointments (booked_by, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX appointments_of_schedule ON appointments (schedule_id, starts_at);
CREATE INDEX appointments_of_client ON appointments (user_id, starts_at DESC);
CREATE INDEX appointments_of_mentor ON appointments (mentor_id, starts_at DESC);
CREATE INDEX appointments_waiting_approval ON appointments (starts_at) WHERE status = 'pending';

-- The one place where a seat is taken and given back. Whoever inserts an appointment, or changes its status or slot, by whatever path, passes here.
-- Where no seat is free the row is not written (the statement affects 0 rows): contended writes do not raise.
CREATE FUNCTION take_or_free_seat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot slots;
  held boolean := TG_OP = 'UPDATE' AND holds_seat(OLD.status);
  holds boolean := holds_seat(NEW.status);
  moves boolean := TG_OP = 'UPDATE' AND NEW.slot_id <> OLD.slot_id;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.revision := OLD.revision + 1;
    NEW.id := OLD.id;
    NEW.reference := OLD.reference;
    IF NOT held AND (holds OR moves OR (OLD.status = 'entered-in-error' AND NEW.status <> OLD.status)) THEN
      RAISE EXCEPTION 'a % appointment stays as it is', OLD.status USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_dead';
    END IF;
    IF NEW.status <> OLD.status THEN NEW.status_before := OLD.status; END IF;
    IF moves THEN -- both slots in one order, so that two crossing moves wait instead of deadlocking
      PERFORM 1 FROM slots WHERE id IN (OLD.slot_id, NEW.slot_id) ORDER BY id FOR NO KEY UPDATE;
    END IF;
  END IF;

  IF holds AND (NOT held OR moves) THEN
    UPDATE slots SET taken = taken + 1 WHERE id = NEW.slot_id AND live AND taken + slots.held < seats RETURNING * INTO slot;
    IF NOT FOUND THEN RETURN NULL; END IF;
    NEW.seat := 1;
    IF slot.seats > 1 THEN
      SELECT min(n) INTO NEW.seat FROM generate_series(1, slot.seats) n
      WHERE NOT EXISTS (SELECT 1 FROM appointments a WHERE a.slot_id = slot.id AND a.seat = n AND holds_seat(a.status));
    END IF;
    NEW.serial := slot.first_serial + NEW.seat - 1;
  ELSIF TG_OP = 'INSERT' THEN -- history entered after the fact, holding nothing
    SELECT * INTO slot FROM slots WHERE id = NEW.slot_id;
    NEW.seat := coalesce(NEW.seat, 1);
    NEW.serial := coalesce(NEW.serial, slot.first_serial);
  ELSIF holds OR moves THEN -- what the slot says now
    SELECT * INTO slot FROM slots WHERE id = NEW.slot_id;
    NEW.seat := OLD.seat;
    NEW.serial := OLD.serial;
  END IF;

  IF held AND (NOT holds OR moves) THEN
    UPDATE slots SET taken = taken - 1 WHERE id = OLD.slot_id;
  END IF;

  IF slot.id IS NOT NULL THEN
    NEW.schedule_id := slot.schedule_id;
    NEW.mentor_id := slot.mentor_id;
    NEW.starts_at := slot.starts_at;
    NEW.ends_at := slot.ends_at;
  ELSE -- it holds nothing: what was copied from the slot stays as it was
    NEW.schedule_id := OLD.schedule_id;
    NEW.mentor_id := OLD.mentor_id;
    NEW.starts_at := OLD.starts_at;
    NEW.ends_at := OLD.ends_at;
    NEW.seat := OLD.seat;
    NEW.serial := OLD.serial;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_seat BEFORE INSERT OR UPDATE ON appointments FOR EACH ROW EXECUTE FUNCTION take_or_free_seat();

-- Where a slot goes (another time or mentor), its appointments go too, or it stays: the copies that promise 3 looks at are never old.
CREATE FUNCTION take_appointments_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE appointments SET slot_id = NEW.id, changed_by = NULL, change_reason = '' WHERE slot_id = NEW.id AND holds_seat(status);
  RETURN NULL;
END $$;
CREATE TRIGGER slots_take_along AFTER UPDATE OF schedule_id, mentor_id, starts_at, ends_at ON slots FOR EACH ROW
  WHEN (NEW.taken > 0 AND (OLD.schedule_id, OLD.mentor_id, OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.schedule_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at))
  EXECUTE FUNCTION take_appointments_along();

-- Audit and outbox rows in the same transaction as the change they tell of, whoever makes it.
CREATE FUNCTION appointment_state(a appointments) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('status', a.status, 'schedule_id', a.schedule_id, 'mentor_id', a.mentor_id,
    'starts_at', to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
CREATE FUNCTION tell_appointment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  action text;
  message text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    action := CASE NEW.status WHEN 'pending' THEN 'requested' ELSE 'booked' END;
    message := action;
  ELSIF NEW.status <> OLD.status THEN
    action := CASE WHEN OLD.status = 'pending' AND NEW.status = 'booked' THEN 'approved' ELSE NEW.status END;
    message := CASE WHEN action IN ('approved', 'cancelled') THEN action END;
  ELSIF NEW.slot_id <> OLD.slot_id OR NEW.starts_at <> OLD.starts_at THEN
    action := 'moved';
    message := 'moved';
  ELSIF NEW.questions <> OLD.questions THEN action := 'questions';
  ELSIF NEW.payment_status <> OLD.payment_status THEN action := 'payment';
  ELSIF NEW.excused_at IS DISTINCT FROM OLD.excused_at THEN action := 'excused';
  ELSE action := 'changed';
  END IF;

  INSERT INTO audit (actor_id, action, subject, subject_id, person_id, reason, before, after)
  VALUES (NEW.changed_by, action, 'appointment', NEW.id, NEW.user_id, NEW.change_reason,
    CASE TG_OP WHEN 'UPDATE' THEN appointment_state(OLD) END, appointment_state(NEW));
  IF message IS NOT NULL THEN
    INSERT INTO outbox (kind, user_id, appointment_id, detail)
    VALUES ('appointment_' || message, NEW.user_id, NEW.id, jsonb_build_object('revision', NEW.revision, 'by', NEW.cancelled_by));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_tell AFTER INSERT OR UPDATE ON appointments FOR EACH ROW EXECUTE FUNCTION tell_appointment();

CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'appointments are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_kept';
END $$;
CREATE TRIGGER appointments_kept BEFORE DELETE ON appointments FOR EACH ROW EXECUTE FUNCTION refuse_delete();
CREATE TRIGGER appointments_not_emptied BEFORE TRUNCATE ON appointments EXECUTE FUNCTION refuse_truncate();
