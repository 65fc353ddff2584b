-- The waiting list at work: a freed seat is put aside in the transaction that frees it, and then offered, in order, or let go.

-- Listeners hear what stands at commit: a seat that goes from one holder to the next inside a transaction was never free.
CREATE OR REPLACE FUNCTION tell_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot slots;
BEGIN
  SELECT * INTO slot FROM slots WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_notify('openhour_seats', json_build_object('schedule_id', slot.schedule_id, 'mentor_id', slot.mentor_id,
    'starts_at', to_char(slot.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'free', CASE WHEN slot.live AND slot.blocked IS NULL THEN slot.seats - slot.taken - slot.held ELSE 0 END)::text);
  RETURN NULL;
END $$;
DROP TRIGGER slots_tell ON slots;
CREATE CONSTRAINT TRIGGER slots_tell AFTER UPDATE OF taken, held, seats, live ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.taken, OLD.held, OLD.seats, OLD.live) IS DISTINCT FROM (NEW.taken, NEW.held, NEW.seats, NEW.live)) EXECUTE FUNCTION tell_seats();

ALTER TABLE waiting_list
  ADD COLUMN appointment_id uuid REFERENCES appointments, -- what an accepted offer became
  DROP CONSTRAINT waiting_list_state_check,
  ADD CONSTRAINT waiting_list_state CHECK (state IN ('waiting', 'offered', 'taken', 'left', 'removed', 'expired')),
  ADD CONSTRAINT waiting_list_taken CHECK (appointment_id IS NULL OR state = 'taken');
CREATE INDEX waiting_list_of_client ON waiting_list (user_id, created_at DESC);
CREATE INDEX waiting_list_offers_end ON waiting_list (offer_ends_at) WHERE state = 'offered';

-- Every offer ever made and how it ended. Nobody is offered the same seat twice.
CREATE TABLE waiting_offers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  entry_id uuid NOT NULL REFERENCES waiting_list ON DELETE CASCADE,
  slot_id uuid NOT NULL REFERENCES slots ON DELETE CASCADE,
  ends_at timestamptz NOT NULL,
  outcome text CHECK (outcome IN ('accepted', 'declined', 'expired', 'left', 'withdrawn')), -- null: open
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz
);
CREATE UNIQUE INDEX waiting_offers_open ON waiting_offers (entry_id) WHERE outcome IS NULL;
CREATE INDEX waiting_offers_made ON waiting_offers (entry_id, slot_id);

-- Seats between two holders: freed, and kept from the public until whoever waits for them has been asked.
CREATE TABLE freed_seats (
  id uuid PRIMARY KEY DEFAULT new_id(),
  slot_id uuid NOT NULL REFERENCES slots ON DELETE CASCADE,
  freed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX freed_seats_slot ON freed_seats (slot_id);
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
CREATE TRIGGER freed_seats_not_emptied BEFORE TRUNCATE ON freed_seats EXECUTE FUNCTION refuse_truncate();

-- Who waits for a slot's seat, first in line first. Passed over: whoever has that time or this kind of support already, has an open offer, had this
-- very seat offered or gave it back. Nobody where the mentor is away or gone, or the place is closed.
CREATE FUNCTION waiting_for(slot uuid) RETURNS SETOF waiting_list LANGUAGE sql STABLE AS $$
  SELECT w.* FROM slots x
  JOIN schedules s ON s.id = x.schedule_id AND s.status = 'published'
  JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id AND s.local_date BETWEEN w.from_date AND w.to_date
    AND (w.place_id IS NULL OR w.place_id = s.place_id) AND (w.mentor_id IS NULL OR w.mentor_id = x.mentor_id)
  JOIN users u ON u.id = w.user_id AND u.active
  JOIN users m ON m.id = x.mentor_id AND m.active
  WHERE x.id = slot AND x.live AND why_blocked(x.schedule_id, x.mentor_id, x.starts_at, x.ends_at) IS NULL
    AND NOT EXISTS (SELECT 1 FROM waiting_list o WHERE o.user_id = w.user_id AND o.state = 'offered')
    AND NOT EXISTS (SELECT 1 FROM waiting_offers o WHERE o.entry_id = w.id AND o.slot_id = x.id)
    AND NOT EXISTS (
      SELECT 1 FROM appointments a JOIN schedules b ON b.id = a.schedule_id
      WHERE a.user_id = w.user_id AND (
        (holds_seat(a.status) AND a.starts_at < x.ends_at AND a.ends_at > x.starts_at)
        OR (a.status IN ('pending', 'booked') AND b.support_type_id = w.support_type_id AND b.local_date BETWEEN w.from_date AND w.to_date)
        OR (a.slot_id = x.id AND a.status = 'cancelled' AND a.cancelled_by = 'client')))
  ORDER BY w.position, w.id
$$;

-- Keeps one free seat of a slot from the public where somebody waits for it.
CREATE FUNCTION put_aside(slot uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO freed_seats (slot_id) SELECT slot WHERE EXISTS (SELECT 1 FROM waiting_for(slot))
$$;

-- A seat comes free by a cancellation, a move, a refusal, a correction, or because a slot got more seats: all pass here.
CREATE FUNCTION put_freed_seats_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1..least(10, (NEW.seats - NEW.taken) - (OLD.seats - OLD.taken)) LOOP
    PERFORM put_aside(NEW.id);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER slots_put_aside AFTER UPDATE OF taken, seats ON slots FOR EACH ROW
  WHEN (NEW.live AND NEW.seats - NEW.taken > OLD.seats - OLD.taken) EXECUTE FUNCTION put_freed_seats_aside();
-- Or because an absence that stood in the way is no more.
CREATE FUNCTION put_unblocked_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM put_aside(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER slots_put_unblocked_aside AFTER UPDATE OF blocked ON slots FOR EACH ROW
  WHEN (NEW.live AND OLD.blocked IS NOT NULL AND NEW.blocked IS NULL) EXECUTE FUNCTION put_unblocked_aside();

-- New times: each who waits has the earliest that fits them put aside, one seat a person.
CREATE FUNCTION put_session_aside(session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entry uuid;
BEGIN
  FOR entry IN
    SELECT w.id FROM schedules s JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id
      AND s.local_date BETWEEN w.from_date AND w.to_date AND (w.place_id IS NULL OR w.place_id = s.place_id)
    WHERE s.id = session AND s.status = 'published' ORDER BY w.position, w.id
    OFFSET (SELECT count(*) FROM freed_seats f JOIN slots x ON x.id = f.slot_id WHERE x.schedule_id = session) -- so many have one already
  LOOP
    INSERT INTO freed_seats (slot_id)
    SELECT x.id FROM slots x
    WHERE x.schedule_id = session AND x.live AND x.taken + x.held < x.seats AND EXISTS (SELECT 1 FROM waiting_for(x.id) w WHERE w.id = entry)
    ORDER BY x.starts_at, x.roster LIMIT 1;
  END LOOP;
END $$;
CREATE FUNCTION put_new_slots_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM waiting_list WHERE state = 'waiting') THEN RETURN NULL; END IF;
  PERFORM put_session_aside(session) FROM (SELECT DISTINCT schedule_id AS session FROM added) sessions;
  RETURN NULL;
END $$;
CREATE TRIGGER slots_put_new_aside AFTER INSERT ON slots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION put_new_slots_aside();
CREATE FUNCTION put_published_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM put_session_aside(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_put_aside AFTER UPDATE OF status ON schedules FOR EACH ROW
  WHEN (NEW.status = 'published' AND OLD.status <> 'published') EXECUTE FUNCTION put_published_aside();

-- An offer that ends without being accepted leaves its seat to the next in line, whatever ended it.
CREATE OR REPLACE FUNCTION hold_offered_seat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before uuid := CASE WHEN TG_OP <> 'INSERT' AND OLD.state = 'offered' THEN OLD.offered_slot_id END;
  after uuid := CASE WHEN TG_OP <> 'DELETE' AND NEW.state = 'offered' THEN NEW.offered_slot_id END;
BEGIN
  IF before IS NOT DISTINCT FROM after THEN RETURN coalesce(NEW, OLD); END IF;
  PERFORM 1 FROM slots WHERE id IN (before, after) ORDER BY id FOR NO KEY UPDATE; -- one order, so that two crossing offers wait instead of deadlocking
  IF after IS NOT NULL THEN
    UPDATE slots SET held = held + 1 WHERE id = after AND live AND taken + held < seats;
    IF NOT FOUND THEN RETURN NULL; END IF; -- the row stays as it was, and so does what it held before
  END IF;
  IF before IS NOT NULL THEN
    UPDATE slots SET held = held - 1 WHERE id = before;
    IF TG_OP = 'DELETE' OR NEW.state <> 'taken' THEN PERFORM put_aside(before); END IF;
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- The record of offers, and what is told of them, in the transaction of the change itself.
CREATE FUNCTION tell_offer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended text;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'offered' AND (NEW.state <> 'offered' OR NEW.offered_slot_id <> OLD.offered_slot_id) THEN
    -- What ends an offer says why before it does; what does not say is the organisation's doing.
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
      'ends_at', to_char(NEW.offer_ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER waiting_list_tell AFTER INSERT OR UPDATE ON waiting_list FOR EACH ROW EXECUTE FUNCTION tell_offer();

-- Whoever is deactivated waits no longer.
CREATE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL WHERE user_id = NEW.id AND state IN ('waiting', 'offered');
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_waiting AFTER UPDATE OF active ON users FOR EACH ROW WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION end_waiting();

-- One entry at a time goes through this: locked in the order person, entry, seat. `refusal` null: joined.
CREATE FUNCTION join_waiting_list(
  client uuid, kind uuid, place uuid, mentor uuid, first_day date, last_day date, most int, present timestamptz, OUT refusal text, OUT entry uuid
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = client AND active FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'not_found'; RETURN; END IF;
  IF (SELECT count(*) FROM waiting_list WHERE user_id = client AND state IN ('waiting', 'offered')) >= most THEN refusal := 'too_many_waiting'; RETURN; END IF;
  INSERT INTO waiting_list (user_id, support_type_id, place_id, mentor_id, from_date, to_date, created_at)
  VALUES (client, kind, place, mentor, first_day, last_day, present)
  ON CONFLICT (user_id, support_type_id, from_date, to_date) WHERE state IN ('waiting', 'offered') DO NOTHING RETURNING id INTO entry;
  IF entry IS NULL THEN refusal := 'already_waiting'; END IF;
END $$;

-- An offer becomes an appointment on the very path of every booking. A refusal asks its caller to roll back, so that the offer stands as it was.
CREATE FUNCTION accept_offer(
  wanted uuid, client uuid, asked text[], accepted uuid[], present timestamptz, address inet, agent text,
  OUT refusal text, OUT reason text, OUT missing uuid[], OUT appointment uuid
) LANGUAGE plpgsql AS $$
DECLARE
  entry waiting_list;
  slot slots;
BEGIN
  PERFORM 1 FROM users WHERE id = client FOR NO KEY UPDATE;
  SELECT * INTO entry FROM waiting_list WHERE id = wanted AND user_id = client FOR UPDATE;
  IF NOT FOUND THEN refusal := 'not_found'; RETURN; END IF;
  IF entry.state = 'taken' AND entry.appointment_id IS NOT NULL THEN appointment := entry.appointment_id; RETURN; END IF; -- accepted before
  IF entry.state <> 'offered' OR entry.offer_ends_at <= present THEN refusal := 'offer_ended'; RETURN; END IF;
  SELECT * INTO slot FROM slots WHERE id = entry.offered_slot_id;
  UPDATE waiting_list SET state = 'taken', offered_slot_id = NULL, offer_ends_at = NULL WHERE id = wanted; -- its seat is free here, and for nobody else
  SELECT b.refusal, b.reason, b.missing, b.appointment INTO refusal, reason, missing, appointment
  FROM book_appointment(client, client, false, slot.schedule_id, slot.starts_at, slot.mentor_id, asked, accepted, present, address, agent, NULL) b;
  IF appointment IS NULL THEN RETURN; END IF;
  UPDATE waiting_list SET appointment_id = accept_offer.appointment WHERE id = wanted;
  INSERT INTO audit (actor_id, action, subject, subject_id, person_id, after)
  VALUES (client, 'offer_accepted', 'waiting', wanted, client, jsonb_build_object('appointment_id', appointment));
END $$;
