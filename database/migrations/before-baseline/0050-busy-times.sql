-- Mentors' own calendars, from which the times come in which nobody new is booked with them. What they are busy with is not kept.
CREATE TABLE busy_calendars (
  mentor_id uuid PRIMARY KEY REFERENCES users,
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 2000), -- whoever has it reads the calendar: shown to nobody, in no log
  added_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL, -- when it is read next
  lease uuid, -- whoever reads it, until due_at
  etag text, -- what the calendar said of itself when it was last read
  last_modified text,
  read_at timestamptz, -- when it was last read in full
  checked_at timestamptz, -- or was last told that nothing has changed
  failing_since timestamptz, -- the first failure after the last success
  why text, -- a word of contract/busy-calendars.ts
  detail text,
  CONSTRAINT busy_calendars_failing CHECK ((failing_since IS NULL) = (why IS NULL))
);
CREATE INDEX busy_calendars_due ON busy_calendars (due_at);

CREATE TABLE busy_times (
  mentor_id uuid NOT NULL REFERENCES busy_calendars ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT busy_times_span CHECK (starts_at < ends_at),
  CONSTRAINT busy_times_apart EXCLUDE USING gist (mentor_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);
CREATE INDEX busy_times_ends ON busy_times (ends_at);

-- As before; and a mentor who is busy by their own calendar is away as well.
CREATE OR REPLACE FUNCTION why_blocked(schedule uuid, mentor uuid, starts timestamptz, ends timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (
      SELECT 1 FROM schedules s JOIN places p ON p.id = s.place_id JOIN closed_days c ON c.place_id = p.id
      WHERE s.id = schedule AND c.date BETWEEN (starts AT TIME ZONE p.time_zone)::date AND ((ends - interval '1 microsecond') AT TIME ZONE p.time_zone)::date)
      THEN 'closed_day'
    WHEN EXISTS (SELECT 1 FROM time_off o WHERE o.mentor_id = mentor AND tstzrange(o.starts_at, o.ends_at) && tstzrange(starts, ends)) THEN 'mentor_away'
    WHEN EXISTS (SELECT 1 FROM busy_times b WHERE b.mentor_id = mentor AND tstzrange(b.starts_at, b.ends_at) && tstzrange(starts, ends)) THEN 'mentor_away'
  END
$$;

-- A year of busy times comes and goes in one statement: every slot that it touches is looked at once.
CREATE FUNCTION block_slots_of_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id IN (SELECT c.mentor_id FROM changed c) ORDER BY id FOR NO KEY UPDATE;
  PERFORM block_slots(ARRAY(
    SELECT DISTINCT t.slot_id FROM changed c JOIN mentor_times t ON t.mentor_id = c.mentor_id AND tstzrange(t.starts_at, t.ends_at) && tstzrange(c.starts_at, c.ends_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER busy_times_block AFTER INSERT ON busy_times REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION block_slots_of_busy();
CREATE TRIGGER busy_times_free AFTER DELETE ON busy_times REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION block_slots_of_busy();
CREATE FUNCTION keep_busy_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a busy time is removed and entered anew' USING ERRCODE = 'check_violation', CONSTRAINT = 'busy_times_kept';
END $$;
CREATE TRIGGER busy_times_kept BEFORE UPDATE ON busy_times FOR EACH ROW EXECUTE FUNCTION keep_busy_time();
CREATE TRIGGER busy_times_not_emptied BEFORE TRUNCATE ON busy_times EXECUTE FUNCTION refuse_truncate();

-- Whoever is deactivated, merged away or erased has no calendar here any more, whichever way that came about.
CREATE FUNCTION forget_busy_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy_calendars WHERE mentor_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_forget_busy_calendar AFTER UPDATE OF active ON users FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION forget_busy_calendar();
