-- The waiting list. A freed seat is reserved in the transaction that frees it, then offered in order, or released.

-- Whether a waiting entry of this state is open: the condition of the index waiting_list_once. PostgreSQL inlines it.
CREATE FUNCTION is_open_entry(state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN state IN ('waiting', 'offered');

-- Returns the waiting entries that fit a slot's seat at `at`, in order.
-- Skips people who have that time, or a time of this type that is not over, have an open offer, were offered this
-- seat, or gave it back at its present time. Empty if the slot is blocked, the mentor inactive or the support type retired.
CREATE FUNCTION waiting_entries_for_slot(slot uuid, at timestamptz) RETURNS SETOF waiting_list LANGUAGE sql STABLE AS $$
  SELECT w.* FROM slots x
  JOIN schedules s ON s.id = x.schedule_id AND s.status = 'published'
  JOIN support_types t ON t.id = s.support_type_id AND t.active
  JOIN places p ON p.id = s.place_id
  JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id
    AND slot_date(s.local_date, s.local_ends, p.time_zone, x.starts_at) BETWEEN w.from_date AND w.to_date
    AND (w.place_id IS NULL OR w.place_id = s.place_id) AND (w.mentor_id IS NULL OR w.mentor_id = x.mentor_id)
  JOIN users u ON u.id = w.user_id AND u.active AND is_open_to(s, coalesce(w.interpreter, u.needs_interpreter))
  JOIN users m ON m.id = x.mentor_id AND m.active AND (w.language IS NULL OR w.language = ANY (m.working_languages))
  WHERE x.id = slot AND x.live AND slot_block_reason(x.schedule_id, x.mentor_id, x.starts_at, x.ends_at) IS NULL
    AND NOT EXISTS (SELECT 1 FROM waiting_list o WHERE o.user_id = w.user_id AND o.state = 'offered')
    AND NOT EXISTS (SELECT 1 FROM waiting_list e JOIN waiting_offers o ON o.entry_id = e.id
      WHERE e.user_id = w.user_id AND o.slot_id = x.id AND o.outcome IS DISTINCT FROM 'withdrawn')
    AND NOT EXISTS (
      SELECT 1 FROM appointments a JOIN schedules b ON b.id = a.schedule_id JOIN places q ON q.id = b.place_id
      WHERE a.user_id = w.user_id AND (
        (holds_seat(a.status) AND a.starts_at < x.ends_at AND a.ends_at > x.starts_at)
        OR (is_open(a.status) AND a.ends_at > at AND b.support_type_id = w.support_type_id
          AND slot_date(b.local_date, b.local_ends, q.time_zone, a.starts_at) BETWEEN w.from_date AND w.to_date)
        OR (a.slot_id = x.id AND a.starts_at = x.starts_at AND a.status = 'cancelled' AND a.cancelled_by = 'client')))
  ORDER BY w.position, w.id
$$;

-- Reserves free seats of a slot, ten at most, if an entry fits it. The server releases those that no entry gets.
-- In PL/pgSQL, which keeps the plan: PostgreSQL before version 18 plans a SQL function at each call, here for 10 ms and more.
CREATE FUNCTION reserve_for_waiting_list(slot uuid, free_seats int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freed_seats (slot_id) SELECT slot FROM generate_series(1, least(10, free_seats)) WHERE EXISTS (SELECT 1 FROM waiting_entries_for_slot(slot, now()));
END $$;

-- Reserves seats that became free by a cancellation, a move, a refusal, a correction, or more seats.
CREATE FUNCTION reserve_freed_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reserve_for_waiting_list(NEW.id, (NEW.seats - NEW.taken) - (OLD.seats - OLD.taken));
  RETURN NULL;
END $$;
CREATE TRIGGER slots_reserve_freed AFTER UPDATE OF taken, seats ON slots FOR EACH ROW
  WHEN (NEW.seats - NEW.taken > OLD.seats - OLD.taken) EXECUTE FUNCTION reserve_freed_seats();

-- Reserves the seats of a slot that is no longer blocked.
CREATE FUNCTION reserve_unblocked_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reserve_for_waiting_list(NEW.id, NEW.seats - NEW.taken - NEW.held);
  RETURN NULL;
END $$;
CREATE TRIGGER slots_reserve_unblocked AFTER UPDATE OF blocked ON slots FOR EACH ROW
  WHEN (OLD.blocked IS NOT NULL AND NEW.blocked IS NULL) EXECUTE FUNCTION reserve_unblocked_seats();

-- Reserves seats of a new or published session: for each waiting entry the earliest slot that fits.
CREATE FUNCTION reserve_session_for_waiting_list(session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entry uuid;
BEGIN
  FOR entry IN
    SELECT w.id FROM schedules s JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id
      AND s.local_date <= w.to_date AND (s.local_ends - interval '1 microsecond')::date >= w.from_date AND (w.place_id IS NULL OR w.place_id = s.place_id)
    WHERE s.id = session AND s.status = 'published' ORDER BY w.position, w.id
    OFFSET (SELECT count(*) FROM freed_seats f JOIN slots x ON x.id = f.slot_id WHERE x.schedule_id = session) -- as many seats are reserved already
  LOOP
    INSERT INTO freed_seats (slot_id)
    SELECT x.id FROM slots x
    WHERE x.schedule_id = session AND x.live AND x.taken + x.held < x.seats AND EXISTS (SELECT 1 FROM waiting_entries_for_slot(x.id, now()) w WHERE w.id = entry)
    ORDER BY x.starts_at, x.roster LIMIT 1;
  END LOOP;
END $$;

-- Reserves seats of new slots, once per statement.
CREATE FUNCTION reserve_new_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM waiting_list WHERE state = 'waiting') THEN RETURN NULL; END IF;
  PERFORM reserve_session_for_waiting_list(session) FROM (SELECT DISTINCT schedule_id AS session FROM added) sessions;
  RETURN NULL;
END $$;
CREATE TRIGGER slots_reserve_new AFTER INSERT ON slots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reserve_new_slots();

-- Reserves seats of a session that is published, or no longer kept for appointments with an interpreter.
CREATE FUNCTION reserve_published_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reserve_session_for_waiting_list(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_reserve_published AFTER UPDATE OF status, interpreted ON schedules FOR EACH ROW
  WHEN (NEW.status = 'published' AND (OLD.status <> 'published' OR OLD.interpreted AND NOT NEW.interpreted)) EXECUTE FUNCTION reserve_published_session();

-- Counts a reserved seat in slots.held, and notifies the worker that makes offers (channel openhour_waiting).
CREATE FUNCTION hold_freed_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE slots SET held = held - 1 WHERE id = OLD.slot_id;
    RETURN OLD;
  END IF;
  UPDATE slots SET held = held + 1 WHERE id = NEW.slot_id AND live AND taken + held < seats;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_notify('openhour_waiting', '');
  RETURN NEW;
END $$;
CREATE TRIGGER freed_seats_hold BEFORE INSERT OR DELETE ON freed_seats FOR EACH ROW EXECUTE FUNCTION hold_freed_seat();

-- Counts an offered seat in slots.held. An offer that ends without an acceptance reserves the seat for the
-- next entry. An offer of a retired support type could not be accepted: it is not written. The lock makes retiring
-- wait, which withdraws the offers that it finds.
CREATE FUNCTION hold_offered_seat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before uuid := CASE WHEN TG_OP <> 'INSERT' AND OLD.state = 'offered' THEN OLD.offered_slot_id END;
  after uuid := CASE WHEN TG_OP <> 'DELETE' AND NEW.state = 'offered' THEN NEW.offered_slot_id END;
BEGIN
  IF before IS NOT DISTINCT FROM after THEN RETURN coalesce(NEW, OLD); END IF;
  IF after IS NOT NULL THEN
    PERFORM 1 FROM support_types WHERE id = NEW.support_type_id AND active FOR SHARE;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  PERFORM 1 FROM slots WHERE id IN (before, after) ORDER BY id FOR NO KEY UPDATE; -- in one order, so that two crossing offers do not deadlock
  IF after IS NOT NULL THEN
    UPDATE slots SET held = held + 1 WHERE id = after AND live AND taken + held < seats;
    IF NOT FOUND THEN RETURN NULL; END IF; -- the row and its seat stay as they were
  END IF;
  IF before IS NOT NULL THEN
    UPDATE slots SET held = held - 1 WHERE id = before;
    IF TG_OP = 'DELETE' OR NEW.state <> 'taken' THEN PERFORM reserve_for_waiting_list(before, 1); END IF;
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER waiting_list_hold BEFORE INSERT OR UPDATE OR DELETE ON waiting_list FOR EACH ROW EXECUTE FUNCTION hold_offered_seat();

-- Writes the history of offers and the messages about them.
CREATE FUNCTION record_offer_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended text;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'offered' AND (NEW.state <> 'offered' OR NEW.offered_slot_id <> OLD.offered_slot_id) THEN
    -- A command that ends an offer sets its outcome first. Without an outcome, the organisation withdrew it.
    UPDATE waiting_offers SET settled_at = clock_timestamp(),
      outcome = CASE NEW.state WHEN 'taken' THEN 'accepted' WHEN 'left' THEN 'left' WHEN 'removed' THEN 'left' WHEN 'expired' THEN 'expired' ELSE 'withdrawn' END
    WHERE entry_id = NEW.id AND outcome IS NULL;
    SELECT outcome INTO ended FROM waiting_offers WHERE entry_id = NEW.id AND slot_id = OLD.offered_slot_id ORDER BY made_at DESC LIMIT 1;
    IF ended IN ('expired', 'withdrawn') THEN
      INSERT INTO outbox (kind, user_id, detail) VALUES ('waiting_offer_ended', NEW.user_id, jsonb_build_object('entry_id', NEW.id, 'why', ended));
    END IF;
  END IF;
  IF NEW.state = 'offered' AND (TG_OP = 'INSERT' OR OLD.state <> 'offered' OR NEW.offered_slot_id <> OLD.offered_slot_id) THEN
    INSERT INTO waiting_offers (entry_id, slot_id, ends_at) VALUES (NEW.id, NEW.offered_slot_id, NEW.offer_ends_at);
    INSERT INTO outbox (kind, user_id, detail) VALUES ('waiting_offer', NEW.user_id, jsonb_build_object('entry_id', NEW.id, 'slot_id', NEW.offered_slot_id,
      'ends_at', rfc3339(NEW.offer_ends_at)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER waiting_list_write_event AFTER INSERT OR UPDATE ON waiting_list FOR EACH ROW EXECUTE FUNCTION record_offer_event();

-- Ends the waiting entries of a person who is deactivated.
CREATE FUNCTION leave_waiting_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL WHERE user_id = NEW.id AND is_open_entry(state);
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_waiting AFTER UPDATE OF active ON users FOR EACH ROW WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION leave_waiting_list();

-- Adds an entry. `refusal` is null on success. Locks in the order person, entry, seat.
CREATE FUNCTION join_waiting_list(
  client uuid, kind uuid, place uuid, mentor uuid, first_day date, last_day date, most int, present timestamptz,
  spoken text DEFAULT NULL, needs_interpreter boolean DEFAULT NULL, OUT refusal text, OUT entry uuid
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = client AND active FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'not_found'; RETURN; END IF;
  IF (SELECT count(*) FROM waiting_list WHERE user_id = client AND is_open_entry(state)) >= most THEN refusal := 'too_many_waiting'; RETURN; END IF;
  INSERT INTO waiting_list (user_id, support_type_id, place_id, mentor_id, from_date, to_date, created_at, language, interpreter)
  VALUES (client, kind, place, mentor, first_day, last_day, present, spoken, join_waiting_list.needs_interpreter)
  ON CONFLICT (user_id, support_type_id, from_date, to_date) WHERE is_open_entry(state) DO NOTHING RETURNING id INTO entry;
  IF entry IS NULL THEN refusal := 'already_waiting'; END IF;
END $$;
