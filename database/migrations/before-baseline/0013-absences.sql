-- Time off and closed days take slots out of booking. Each slot carries why (`blocked`), kept by the database whoever enters an absence or plans a
-- slot, so that whoever looks for a free seat looks at one row. Appointments that stand in such a slot are never touched by it.

ALTER TABLE slots ADD COLUMN blocked text CONSTRAINT slots_blocked CHECK (blocked IN ('closed_day', 'mentor_away'));

CREATE INDEX closed_days_date ON closed_days (date);

-- Why nobody can be booked in a mentor's time in a schedule: the place is closed on one of the local dates it touches, or the mentor is away.
CREATE FUNCTION why_blocked(schedule uuid, mentor uuid, starts timestamptz, ends timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (
      SELECT 1 FROM schedules s JOIN places p ON p.id = s.place_id JOIN closed_days c ON c.place_id = p.id
      WHERE s.id = schedule AND c.date BETWEEN (starts AT TIME ZONE p.time_zone)::date AND ((ends - interval '1 microsecond') AT TIME ZONE p.time_zone)::date)
      THEN 'closed_day'
    WHEN EXISTS (SELECT 1 FROM time_off o WHERE o.mentor_id = mentor AND tstzrange(o.starts_at, o.ends_at) && tstzrange(starts, ends)) THEN 'mentor_away'
  END
$$;

-- A slot and an absence written at once must not miss each other: whoever writes slots shares the mentor's and the place's row, whoever enters an
-- absence has it alone.
CREATE FUNCTION block_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.mentor_id FOR SHARE;
  PERFORM 1 FROM places WHERE id = (SELECT place_id FROM schedules WHERE id = NEW.schedule_id) FOR SHARE;
  NEW.blocked := why_blocked(NEW.schedule_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at);
  RETURN NEW;
END $$;
CREATE TRIGGER slots_block BEFORE INSERT OR UPDATE OF schedule_id, mentor_id, starts_at, ends_at ON slots FOR EACH ROW EXECUTE FUNCTION block_slot();

-- The seats of a blocked slot are not free, for a booking or for a private offer, by whatever path: the row is not written.
CREATE FUNCTION keep_blocked_seats() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER slots_keep_blocked BEFORE UPDATE OF taken, held ON slots FOR EACH ROW
  WHEN (NEW.blocked IS NOT NULL AND (NEW.taken > OLD.taken OR NEW.held > OLD.held)) EXECUTE FUNCTION keep_blocked_seats();

-- Says anew of some slots whether they are blocked. Offers of seats in them go back to the waiting list, and open pages look anew.
CREATE FUNCTION block_slots(touched uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list w SET state = 'waiting', offered_slot_id = NULL, offer_ends_at = NULL
  FROM slots x
  WHERE w.state = 'offered' AND w.offered_slot_id = ANY (touched) AND x.id = w.offered_slot_id
    AND why_blocked(x.schedule_id, x.mentor_id, x.starts_at, x.ends_at) IS NOT NULL;
  PERFORM 1 FROM slots WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE; -- in one order, as moves lock them
  UPDATE slots SET blocked = why_blocked(schedule_id, mentor_id, starts_at, ends_at)
  WHERE id = ANY (touched) AND blocked IS DISTINCT FROM why_blocked(schedule_id, mentor_id, starts_at, ends_at);
  PERFORM pg_notify('openhour_schedules', kind.id::text) FROM (
    SELECT DISTINCT s.support_type_id AS id FROM slots x JOIN schedules s ON s.id = x.schedule_id WHERE x.id = ANY (touched)
  ) kind;
END $$;

CREATE FUNCTION block_slots_of_mentor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose uuid[] := ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.mentor_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.mentor_id END];
BEGIN
  PERFORM 1 FROM users WHERE id = ANY (whose) ORDER BY id FOR NO KEY UPDATE;
  PERFORM block_slots(ARRAY(
    SELECT x.id FROM slots x WHERE x.mentor_id = ANY (whose) AND x.live AND (
      (TG_OP <> 'INSERT' AND tstzrange(x.starts_at, x.ends_at) && tstzrange(OLD.starts_at, OLD.ends_at))
      OR (TG_OP <> 'DELETE' AND tstzrange(x.starts_at, x.ends_at) && tstzrange(NEW.starts_at, NEW.ends_at)))));
  RETURN NULL;
END $$;
CREATE TRIGGER time_off_blocks AFTER INSERT OR UPDATE OR DELETE ON time_off FOR EACH ROW EXECUTE FUNCTION block_slots_of_mentor();

-- Around the date by a day on both sides, as zones are; `why_blocked` is exact.
CREATE FUNCTION block_slots_of_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place uuid := coalesce(NEW.place_id, OLD.place_id);
  day date := coalesce(NEW.date, OLD.date);
BEGIN
  PERFORM 1 FROM places WHERE id = place FOR NO KEY UPDATE;
  PERFORM block_slots(ARRAY(
    SELECT x.id FROM schedules s JOIN slots x ON x.schedule_id = s.id
    WHERE s.place_id = place AND s.local_date BETWEEN day - 2 AND day + 1 AND x.live));
  RETURN NULL;
END $$;
CREATE TRIGGER closed_days_block AFTER INSERT OR DELETE ON closed_days FOR EACH ROW EXECUTE FUNCTION block_slots_of_place();
-- A closed day is another day when it is moved: what it said of the old one has to be looked at too.
CREATE FUNCTION keep_closed_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a closed day is removed and entered anew' USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_days_kept';
END $$;
CREATE TRIGGER closed_days_kept BEFORE UPDATE OF place_id, date ON closed_days FOR EACH ROW
  WHEN ((OLD.place_id, OLD.date) IS DISTINCT FROM (NEW.place_id, NEW.date)) EXECUTE FUNCTION keep_closed_day();

-- A session goes to another place, or its place to another zone.
CREATE FUNCTION block_slots_of_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM block_slots(ARRAY(SELECT id FROM slots WHERE schedule_id = NEW.id AND live));
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_block AFTER UPDATE OF place_id ON schedules FOR EACH ROW WHEN (OLD.place_id <> NEW.place_id)
  EXECUTE FUNCTION block_slots_of_schedule();
CREATE FUNCTION block_slots_in_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM block_slots(ARRAY(
    SELECT x.id FROM schedules s JOIN slots x ON x.schedule_id = s.id JOIN closed_days c ON c.place_id = s.place_id
    WHERE s.place_id = NEW.id AND s.local_date BETWEEN c.date - 2 AND c.date + 1 AND x.live));
  RETURN NULL;
END $$;
CREATE TRIGGER places_block AFTER UPDATE OF time_zone ON places FOR EACH ROW WHEN (OLD.time_zone <> NEW.time_zone)
  EXECUTE FUNCTION block_slots_in_zone();

-- The indexes that searching reads alone.
DROP INDEX slots_of_schedule;
CREATE UNIQUE INDEX slots_of_schedule ON slots (schedule_id, starts_at, mentor_id) INCLUDE (seats, taken, held, blocked) WHERE live;
DROP INDEX slots_free_of_mentor;
CREATE INDEX slots_free_of_mentor ON slots (mentor_id, starts_at) WHERE live AND taken + held < seats AND blocked IS NULL;

-- What open pages and the caches hear: a blocked slot has nothing free.
CREATE OR REPLACE FUNCTION tell_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('openhour_seats', json_build_object('schedule_id', NEW.schedule_id, 'mentor_id', NEW.mentor_id,
    'starts_at', to_char(NEW.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'free', CASE WHEN NEW.live AND NEW.blocked IS NULL THEN NEW.seats - NEW.taken - NEW.held ELSE 0 END)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION choose_slot(schedule uuid, at timestamptz, mentor uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT id FROM slots
  WHERE schedule_id = schedule AND starts_at = at AND live AND blocked IS NULL AND taken + held < seats AND (mentor IS NULL OR mentor_id = mentor)
  ORDER BY taken, roster LIMIT 1
$$;

-- As before, and for clients and staff alike: nobody is booked where the place is closed or the mentor away.
CREATE OR REPLACE FUNCTION why_not_bookable(schedule uuid, at timestamptz, mentor uuid, staff boolean, present timestamptz, OUT refusal text, OUT reason text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  session schedules;
  slot slots;
  notice int;
BEGIN
  SELECT * INTO session FROM schedules WHERE id = schedule;
  IF NOT FOUND OR session.status = 'draft' THEN refusal := 'not_found'; RETURN; END IF;
  IF session.status = 'cancelled' THEN refusal := 'not_bookable'; reason := 'cancelled'; RETURN; END IF;
  SELECT * INTO slot FROM slots WHERE schedule_id = schedule AND starts_at = at AND live AND (mentor IS NULL OR mentor_id = mentor)
  ORDER BY blocked NULLS FIRST LIMIT 1;
  IF NOT FOUND THEN refusal := 'not_bookable'; reason := 'no_such_time'; RETURN; END IF;
  IF slot.starts_at <= present AND (NOT staff OR slot.ends_at <= present) THEN refusal := 'not_bookable'; reason := 'past'; RETURN; END IF;
  IF slot.blocked IS NOT NULL THEN refusal := 'not_bookable'; reason := slot.blocked; RETURN; END IF;
  IF staff THEN RETURN; END IF;
  SELECT notice_minutes INTO notice FROM settings;
  IF slot.starts_at < present + make_interval(mins => notice) THEN refusal := 'not_bookable'; reason := 'notice'; RETURN; END IF;
  IF session.booking_opens_at > present THEN refusal := 'not_bookable'; reason := 'not_open_yet'; RETURN; END IF;
END $$;
