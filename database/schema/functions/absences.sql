-- Blocked slots. `slots.blocked` says why a slot cannot be booked; triggers keep it, so that a search reads
-- one row. Existing appointments stay.

-- Whether a person can have times as a mentor: active, and a mentor by their roles. isActiveMentor says the same for
-- lists of people.
CREATE FUNCTION is_active_mentor(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM users u JOIN role_assignments a ON a.user_id = u.id JOIN roles r ON r.id = a.role_id
    WHERE u.id = person AND u.active AND r.is_mentor)
$$;

-- Returns why a mentor's time in a session is blocked: `closed_day`, `mentor_away` (also where they have left), or null.
CREATE FUNCTION slot_block_reason(schedule uuid, mentor uuid, starts timestamptz, ends timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (
      SELECT 1 FROM schedules s JOIN places p ON p.id = s.place_id JOIN closed_days c ON c.place_id = p.id
      WHERE s.id = schedule AND c.date BETWEEN (starts AT TIME ZONE p.time_zone)::date AND ((ends - interval '1 microsecond') AT TIME ZONE p.time_zone)::date)
      THEN 'closed_day'
    WHEN EXISTS (SELECT 1 FROM time_off o WHERE o.mentor_id = mentor AND tstzrange(o.starts_at, o.ends_at) && tstzrange(starts, ends)) THEN 'mentor_away'
    WHEN EXISTS (SELECT 1 FROM busy_times b WHERE b.mentor_id = mentor AND tstzrange(b.starts_at, b.ends_at) && tstzrange(starts, ends)) THEN 'mentor_away'
    WHEN NOT is_active_mentor(mentor) THEN 'mentor_away'
  END
$$;

-- Sets `blocked` of a new or changed slot.
-- Locks the mentor's and the place's row for sharing; an absence locks them exclusively. So a slot and an
-- absence written at the same time see each other.
CREATE FUNCTION set_slot_block() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.mentor_id FOR SHARE;
  PERFORM 1 FROM places WHERE id = (SELECT place_id FROM schedules WHERE id = NEW.schedule_id) FOR SHARE;
  NEW.blocked := slot_block_reason(NEW.schedule_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at);
  RETURN NEW;
END $$;
CREATE TRIGGER slots_block BEFORE INSERT OR UPDATE OF schedule_id, mentor_id, starts_at, ends_at ON slots FOR EACH ROW EXECUTE FUNCTION set_slot_block();
-- Sets `blocked` of a slot that is planned again: absences skip a slot that is not planned.
CREATE TRIGGER slots_block_again BEFORE UPDATE OF live ON slots FOR EACH ROW WHEN (NEW.live AND NOT OLD.live) EXECUTE FUNCTION set_slot_block();

-- Skips an update that would take or hold a seat of a blocked slot: the row is not written. An appointment whose
-- cancellation is undone was there before the slot was blocked.
CREATE FUNCTION reject_blocked_seats() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER slots_reject_blocked BEFORE UPDATE OF taken, held ON slots FOR EACH ROW
  WHEN (NEW.blocked IS NOT NULL AND ((NEW.taken > OLD.taken AND NOT is_undoing()) OR NEW.held > OLD.held)) EXECUTE FUNCTION reject_blocked_seats();

-- Withdraws the offers of seats in some slots, where the slot is blocked now.
CREATE FUNCTION withdraw_blocked_offers(touched uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE waiting_list w SET state = 'waiting', offered_slot_id = NULL, offer_ends_at = NULL
  FROM slots x
  WHERE w.state = 'offered' AND w.offered_slot_id = ANY (touched) AND x.id = w.offered_slot_id
    AND slot_block_reason(x.schedule_id, x.mentor_id, x.starts_at, x.ends_at) IS NOT NULL
$$;

-- Sets `blocked` of some slots again, withdraws offers of seats in them, and notifies open pages. Locks entries before
-- slots, as accepting an offer does; the second round finds offers made in between.
CREATE FUNCTION refresh_slot_blocks(touched uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_blocked_offers(touched);
  PERFORM 1 FROM slots WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE; -- in the same order as moves
  PERFORM withdraw_blocked_offers(touched);
  UPDATE slots SET blocked = slot_block_reason(schedule_id, mentor_id, starts_at, ends_at)
  WHERE id = ANY (touched) AND blocked IS DISTINCT FROM slot_block_reason(schedule_id, mentor_id, starts_at, ends_at);
  PERFORM pg_notify('openhour_schedules', kind.id::text) FROM (
    SELECT DISTINCT s.support_type_id AS id FROM slots x JOIN schedules s ON s.id = x.schedule_id WHERE x.id = ANY (touched)
  ) kind;
END $$;

-- Refreshes the slots within the old and the new time of a mentor's time off.
CREATE FUNCTION refresh_blocks_for_time_off() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose uuid[] := ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.mentor_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.mentor_id END];
BEGIN
  PERFORM 1 FROM users WHERE id = ANY (whose) ORDER BY id FOR NO KEY UPDATE;
  PERFORM refresh_slot_blocks(ARRAY(
    SELECT t.slot_id FROM mentor_times t WHERE t.mentor_id = ANY (whose) AND (
      (TG_OP <> 'INSERT' AND tstzrange(t.starts_at, t.ends_at) && tstzrange(OLD.starts_at, OLD.ends_at))
      OR (TG_OP <> 'DELETE' AND tstzrange(t.starts_at, t.ends_at) && tstzrange(NEW.starts_at, NEW.ends_at)))));
  RETURN NULL;
END $$;
CREATE TRIGGER time_off_blocks AFTER INSERT OR UPDATE OR DELETE ON time_off FOR EACH ROW EXECUTE FUNCTION refresh_blocks_for_time_off();

-- Refreshes the slots within busy times that were added or removed, once per statement.
CREATE FUNCTION refresh_blocks_for_busy_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id IN (SELECT c.mentor_id FROM changed c) ORDER BY id FOR NO KEY UPDATE;
  PERFORM refresh_slot_blocks(ARRAY(
    SELECT DISTINCT t.slot_id FROM changed c JOIN mentor_times t ON t.mentor_id = c.mentor_id AND tstzrange(t.starts_at, t.ends_at) && tstzrange(c.starts_at, c.ends_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER busy_times_block AFTER INSERT ON busy_times REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_blocks_for_busy_times();
CREATE TRIGGER busy_times_free AFTER DELETE ON busy_times REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_blocks_for_busy_times();

-- Refreshes the slots ahead of people who become or stop being mentors. Deletes the connected calendars of those who stop,
-- who could no longer remove them; a role that returns does not restore them.
CREATE FUNCTION refresh_blocks_of_mentors(people uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = ANY (people) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM busy_calendars WHERE mentor_id = ANY (people) AND NOT is_active_mentor(mentor_id);
  PERFORM refresh_slot_blocks(ARRAY(SELECT t.slot_id FROM mentor_times t WHERE t.mentor_id = ANY (people) AND t.ends_at > now()));
END $$;

-- Refreshes the slots of a person who is deactivated or active again.
CREATE FUNCTION refresh_blocks_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_blocks_of_mentors(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
-- At commit: the command that deactivates withdraws offers and free times itself, so that it can undo that.
CREATE CONSTRAINT TRIGGER users_block AFTER UPDATE OF active ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION refresh_blocks_of_person();
-- At once: undoing a deactivation offers seats again.
CREATE TRIGGER users_unblock AFTER UPDATE OF active ON users FOR EACH ROW
  WHEN (NEW.active AND NOT OLD.active) EXECUTE FUNCTION refresh_blocks_of_person();

-- Refreshes the slots of a person whose roles have changed.
CREATE FUNCTION refresh_blocks_for_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_blocks_of_mentors(ARRAY[coalesce(NEW.user_id, OLD.user_id)]);
  RETURN NULL;
END $$;
-- At commit: one transaction may take a mentor's role and give another.
CREATE CONSTRAINT TRIGGER role_assignments_block AFTER INSERT OR DELETE ON role_assignments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refresh_blocks_for_assignment();

-- Refreshes the slots of everyone with a role that becomes or stops being a mentor's.
CREATE FUNCTION refresh_blocks_for_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_blocks_of_mentors(ARRAY(SELECT user_id FROM role_assignments WHERE role_id = NEW.id));
  RETURN NULL;
END $$;
-- At commit, as for assignments.
CREATE CONSTRAINT TRIGGER roles_block AFTER UPDATE OF is_mentor ON roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.is_mentor <> NEW.is_mentor) EXECUTE FUNCTION refresh_blocks_for_role();

-- Refreshes the slots around a closed day. One more day on both sides covers every time zone;
-- slot_block_reason is exact.
CREATE FUNCTION refresh_blocks_for_closed_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place uuid := coalesce(NEW.place_id, OLD.place_id);
  day date := coalesce(NEW.date, OLD.date);
BEGIN
  PERFORM 1 FROM places WHERE id = place FOR NO KEY UPDATE;
  PERFORM refresh_slot_blocks(ARRAY(
    SELECT x.id FROM schedules s JOIN slots x ON x.schedule_id = s.id
    WHERE s.place_id = place AND s.local_date BETWEEN day - 2 AND day + 1 AND x.live));
  RETURN NULL;
END $$;
CREATE TRIGGER closed_days_block AFTER INSERT OR DELETE ON closed_days FOR EACH ROW EXECUTE FUNCTION refresh_blocks_for_closed_day();

-- Refreshes the slots of a session that has moved to another place.
CREATE FUNCTION refresh_blocks_for_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_slot_blocks(ARRAY(SELECT id FROM slots WHERE schedule_id = NEW.id AND live));
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_block AFTER UPDATE OF place_id ON schedules FOR EACH ROW WHEN (OLD.place_id <> NEW.place_id)
  EXECUTE FUNCTION refresh_blocks_for_schedule();

-- Refreshes the slots near closed days of a place whose time zone has changed.
CREATE FUNCTION refresh_blocks_for_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_slot_blocks(ARRAY(
    SELECT x.id FROM schedules s JOIN slots x ON x.schedule_id = s.id JOIN closed_days c ON c.place_id = s.place_id
    WHERE s.place_id = NEW.id AND s.local_date BETWEEN c.date - 2 AND c.date + 1 AND x.live));
  RETURN NULL;
END $$;
CREATE TRIGGER places_block AFTER UPDATE OF time_zone ON places FOR EACH ROW WHEN (OLD.time_zone <> NEW.time_zone)
  EXECUTE FUNCTION refresh_blocks_for_time_zone();

-- Refuses to move a closed day, because the slots of the old date would stay blocked.
CREATE FUNCTION reject_closed_day_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a closed day is removed and entered again' USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_days_reject_change';
END $$;
CREATE TRIGGER closed_days_reject_change BEFORE UPDATE OF place_id, date ON closed_days FOR EACH ROW
  WHEN ((OLD.place_id, OLD.date) IS DISTINCT FROM (NEW.place_id, NEW.date)) EXECUTE FUNCTION reject_closed_day_change();

-- Refuses to change a busy time, because the slots of the old time would stay blocked.
CREATE FUNCTION reject_busy_time_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a busy time is removed and entered again' USING ERRCODE = 'check_violation', CONSTRAINT = 'busy_times_reject_change';
END $$;
CREATE TRIGGER busy_times_reject_change BEFORE UPDATE ON busy_times FOR EACH ROW EXECUTE FUNCTION reject_busy_time_change();

-- Deletes the connected calendar of a person who is deactivated, merged or erased.
CREATE FUNCTION delete_busy_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy_calendars WHERE mentor_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_erase_busy_calendar AFTER UPDATE OF active ON users FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION delete_busy_calendar();

-- Makes the connected calendar of a person whose time zone changed due in full, because its all-day events move. Without
-- a lease, a worker that read it for the old zone stores nothing.
CREATE FUNCTION reread_busy_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE busy_calendars SET etag = NULL, last_modified = NULL, lease = NULL, due_at = '-infinity' WHERE mentor_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_reread_busy_calendar AFTER UPDATE OF time_zone ON users FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION reread_busy_calendar();
