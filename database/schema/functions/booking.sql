-- Booking, moving and cancelling.

-- Whether an appointment may take the times of a session: those of an interpreted one are kept for appointments
-- that need an interpreter. Binds clients and staff.
CREATE FUNCTION is_open_to(session schedules, interpreter boolean) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT interpreter OR NOT session.interpreted
$$;

-- The rule: whether a slot of a session can be booked at `at`; booking_obstacle derives from it. Clients: from the
-- opening of booking until `notice` before the start. Staff: until the slot ends. Binds booking, moving, search,
-- schedules, mentors, nearest times, joining the waiting list, accepting an offer and reassigning; when offers are
-- made: domain/waiting/offer-time.ts. PostgreSQL inlines it, so its conditions use the indexes of slots.
CREATE FUNCTION is_bookable(slot slots, session schedules, at timestamptz, notice interval, staff boolean, interpreter boolean) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT slot.live AND slot.blocked IS NULL AND slot.taken + slot.held < slot.seats AND session.status = 'published'
    AND is_open_to(session, interpreter) AND CASE WHEN staff THEN slot.ends_at > at
      ELSE slot.starts_at > at AND slot.starts_at >= at + notice AND (session.booking_opens_at IS NULL OR session.booking_opens_at <= at) END
$$;

-- Derived from is_bookable: null where that is true, otherwise the name of the condition that does not hold, the
-- most helpful one first.
CREATE FUNCTION booking_obstacle(slot slots, session schedules, at timestamptz, notice interval, staff boolean, interpreter boolean) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN is_bookable(slot, session, at, notice, staff, interpreter) THEN NULL
    WHEN session.status <> 'published' THEN session.status
    WHEN NOT slot.live THEN 'no_such_time'
    WHEN slot.ends_at <= at OR (slot.starts_at <= at AND NOT staff) THEN 'past'
    WHEN slot.blocked IS NOT NULL THEN slot.blocked
    WHEN NOT is_open_to(session, interpreter) THEN 'interpreted'
    WHEN slot.starts_at < at + notice AND NOT staff THEN 'notice'
    WHEN session.booking_opens_at > at AND NOT staff THEN 'not_open_yet'
    ELSE 'full'
  END
$$;

-- The slot that a request for a time of a session gets: the requested mentor's, or the one with the fewest
-- bookings, then by roster; and why it cannot be booked, or null. No row without such a session. Drafts are not
-- offered, and sessions of a retired support type to staff only.
CREATE FUNCTION choose_slot(schedule uuid, start timestamptz, mentor uuid, staff boolean, interpreter boolean, at timestamptz, OUT slot uuid, OUT obstacle text)
RETURNS SETOF record LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT x.id, CASE
      WHEN s.status = 'draft' OR NOT (t.active OR staff) THEN 'not_found'
      WHEN s.status = 'published' AND x.id IS NULL THEN 'no_such_time'
      ELSE booking_obstacle(x, s, at, make_interval(mins => o.notice_minutes), staff, interpreter) END
  FROM settings o CROSS JOIN schedules s JOIN support_types t ON t.id = s.support_type_id
    LEFT JOIN slots x ON x.schedule_id = s.id AND x.starts_at = start AND x.live AND (mentor IS NULL OR x.mentor_id = mentor)
  WHERE s.id = schedule
  ORDER BY x.blocked NULLS FIRST, x.taken + x.held >= x.seats, x.taken, x.roster LIMIT 1
$$;

-- The refusal of contract/refusals.ts for an obstacle, and its details.
CREATE FUNCTION obstacle_refusal(obstacle text, OUT refusal text, OUT reason text) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
      WHEN obstacle IN ('not_found', 'client_busy', 'missed_too_many', 'too_many_open', 'price_changed', 'contracts_required', 'idempotency_mismatch') THEN obstacle
      WHEN obstacle = 'full' THEN 'slot_taken'
      WHEN obstacle IS NOT NULL THEN 'not_bookable' END,
    CASE WHEN obstacle IN ('cancelled', 'no_such_time', 'past', 'closed_day', 'mentor_away', 'interpreted', 'notice', 'not_open_yet') THEN obstacle END
$$;

-- Counts what limits a client's bookings: unexcused missed appointments, without those of sessions that the organisation
-- cancelled, and open appointments. Whether each is too many is null without its limit.
CREATE FUNCTION client_standing(client uuid, at timestamptz, missed_days int, missed_limit int DEFAULT NULL, max_open int DEFAULT NULL,
  OUT missed int, OUT open int, OUT too_many_missed boolean, OUT too_many_open boolean) RETURNS SETOF record LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT counted.missed, counted.open, counted.missed >= missed_limit, counted.open >= max_open FROM (
    SELECT count(*) FILTER (WHERE a.status = 'noshow' AND a.excused_at IS NULL AND a.starts_at <= at
        AND (SELECT s.status FROM schedules s WHERE s.id = a.schedule_id) <> 'cancelled')::int AS missed,
      count(*) FILTER (WHERE is_open_at(a.status, a.starts_at, at))::int AS open
    FROM appointments a WHERE a.user_id = client AND a.starts_at > at - make_interval(days => missed_days)) counted
$$;

-- Whether a client holds a seat between `since` and `until`. Seats of a client never overlap (promise 3),
-- so the last one that starts before `until` decides.
CREATE FUNCTION is_busy(client uuid, since timestamptz, until timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT a.ends_at FROM appointments a WHERE a.user_id = client AND holds_seat(a.status) AND a.starts_at < until ORDER BY a.starts_at DESC LIMIT 1) > since, false)
$$;

-- How long an idempotency key stands for the same request.
CREATE FUNCTION idempotency_period() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '24 hours' $$;

-- Locks what a batch of bookings decides about, and returns the locked slots: the clients, then the slots, each in the
-- order of their ids. Concurrent batches wait for each other and do not deadlock. Where one mentor is free, the slots of
-- all are locked: none becomes free or taken before the decision. A request whose time is full locks nothing.
CREATE FUNCTION lock_for_booking(requests jsonb) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  clients uuid[];
  free_slots uuid[];
BEGIN
  SELECT array_agg(r.client), coalesce(array_agg(x.id), '{}') INTO clients, free_slots
  FROM jsonb_to_recordset(requests) r (client uuid, schedule uuid, starts_at timestamptz, mentor uuid), LATERAL (
    SELECT x.id, bool_or(x.taken + x.held < x.seats) OVER () AS any_free FROM slots x
    WHERE x.schedule_id = r.schedule AND x.starts_at = r.starts_at AND (r.mentor IS NULL OR x.mentor_id = r.mentor) AND x.live OFFSET 0) x
  WHERE x.any_free;
  PERFORM 1 FROM users u WHERE u.id = ANY (clients) ORDER BY u.id FOR NO KEY UPDATE;
  PERFORM 1 FROM slots x WHERE x.id = ANY (free_slots) ORDER BY x.id FOR NO KEY UPDATE;
  RETURN free_slots;
END $$;

-- Books appointments: one request, or those of the same moment in one statement and one commit. `requests`:
-- objects with ordinal, client, booked_by, staff, schedule, starts_at, mentor (null: any), interpreter (its
-- language; empty: none; null: as the client's record says), questions, shown_amount and shown_currency (the price
-- that the client saw; null: not said), accepted
-- (contract versions) and the languages in which they were read (in the same order; null: the original), at (the
-- time of the request), ip and user_agent; with an idempotency key also actor, key
-- and fingerprint. Returns one row for each by its ordinal: the appointment, or the refusal; `answer` is the
-- stored answer of a repeated key. Staff are not bound by the organisation's policies for clients.
CREATE FUNCTION book_appointment(requests jsonb)
RETURNS TABLE (ordinal int, refusal text, reason text, missing uuid[], appointment uuid, answer jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  policy settings;
  locked_slots uuid[];
  request record;
BEGIN
  SELECT * INTO policy FROM settings;

  -- 1. Lock. The clients and their slots stay as they are from here until the commit.
  locked_slots := lock_for_booking(requests);

  FOR request IN
    -- 2. Find what decides: the client, the slot, and what the same idempotency key did before.
    -- LIMIT: one index lookup for each request. A join may be planned as a scan while a table is small, and a key would
    -- be looked for among all recent ones.
    WITH found AS MATERIALIZED (
      SELECT r.*,
        u.active, CASE WHEN r.interpreter IS NULL THEN u.spoken_language ELSE nullif(r.interpreter, '') END AS language,
        c.slot, CASE WHEN c.slot IS NULL THEN coalesce(c.obstacle, 'not_found') ELSE c.obstacle END AS obstacle,
        c.slot = ANY (locked_slots) AS is_locked, x.ends_at, x.free_seats,
        x.needs_approval AND NOT r.staff AS pending, x.price_amount, x.price_currency,
        k.fingerprint <> r.fingerprint AS mismatch, k.answer AS stored_answer,
        a.id AS earlier, a.created_at >= r.at - idempotency_period() AS repeated
      FROM jsonb_to_recordset(requests) r (
          ordinal int, client uuid, booked_by uuid, staff boolean, schedule uuid, starts_at timestamptz, mentor uuid,
          questions text[], shown_amount int, shown_currency text, accepted uuid[], languages text[], interpreter text, at timestamptz,
          ip inet, user_agent text,
          actor text, key text, fingerprint text)
        LEFT JOIN LATERAL (
          SELECT u.active, u.needs_interpreter, CASE WHEN u.needs_interpreter THEN u.spoken_language END AS spoken_language
          FROM users u WHERE u.id = r.client LIMIT 1) u ON true
        LEFT JOIN LATERAL choose_slot(
          r.schedule, r.starts_at, r.mentor, r.staff, coalesce(r.interpreter <> '', u.needs_interpreter, false), r.at) c ON true
        LEFT JOIN LATERAL (
          SELECT x.ends_at, x.seats - x.taken - x.held AS free_seats, t.needs_approval, t.price_amount, t.price_currency
          FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN support_types t ON t.id = s.support_type_id
          WHERE x.id = c.slot LIMIT 1) x ON true
        LEFT JOIN LATERAL (
          SELECT * FROM idempotency_keys k WHERE k.actor = r.actor AND k.key = r.key LIMIT 1) k ON k.created_at >= r.at - idempotency_period()
        LEFT JOIN LATERAL (
          SELECT * FROM appointments a WHERE a.booked_by = r.booked_by AND a.idempotency_key = r.key LIMIT 1) a ON true
    ),
    -- 3. Decide: the time first, then the client. A request is independent where no earlier one of the batch
    -- is for the same client, the same last seat or the same key, and where its slot was not full before.
    decided AS MATERIALIZED (
      SELECT f.*,
        CASE
          WHEN f.mismatch THEN 'idempotency_mismatch'
          WHEN f.stored_answer IS NOT NULL OR f.repeated THEN 'repeated'
          WHEN (f.obstacle = 'full') IS TRUE AND is_busy(f.client, f.starts_at, f.ends_at) THEN 'client_busy'
          WHEN f.obstacle IS NOT NULL THEN f.obstacle
          WHEN f.active IS NOT TRUE THEN 'not_found'
          WHEN NOT f.staff AND standing.too_many_missed THEN 'missed_too_many'
          WHEN NOT f.staff AND standing.too_many_open THEN 'too_many_open'
          WHEN (f.shown_amount, f.shown_currency) <> (f.price_amount, f.price_currency) THEN 'price_changed'
          -- Most clients have no missing acceptance; only the others need the exact check. IS TRUE: after null, AND
          -- evaluates what follows it.
          WHEN (SELECT true FROM missing_acceptances m WHERE m.user_id = f.client LIMIT 1) IS TRUE
            AND NOT contracts_missing(f.client, 'booking') <@ coalesce(f.accepted, '{}') THEN 'contracts_required'
          WHEN f.languages IS NOT NULL
            AND contract_texts_unknown(f.accepted, f.languages) <> '{}' THEN 'contracts_required'
          WHEN is_busy(f.client, f.starts_at, f.ends_at) THEN 'client_busy'
        END AS outcome,
        f.is_locked
          AND row_number() OVER (PARTITION BY f.client ORDER BY f.ordinal) = 1
          AND row_number() OVER (PARTITION BY f.slot ORDER BY f.ordinal) <= f.free_seats
          AND row_number() OVER (PARTITION BY f.actor, coalesce(f.key, f.ordinal::text) ORDER BY f.ordinal) = 1 AS independent
      FROM found f CROSS JOIN LATERAL client_standing(f.client, f.at, policy.missed_days, policy.missed_limit, policy.max_open) standing
    ),
    -- 4. Book. Triggers take the seat and write audit and outbox rows. A key that another transaction uses at
    -- this moment is not kept, and the batch is rolled back below.
    booked AS (
      INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, questions, price_amount, price_currency,
        booked_by, changed_by, idempotency_key, interpreter_language, created_at)
      SELECT d.client, d.slot, d.mentor, CASE WHEN d.pending THEN 'pending' ELSE 'booked' END, d.questions, d.price_amount, d.price_currency,
        d.booked_by, d.booked_by, CASE WHEN d.earlier IS NULL THEN d.key END, d.language, d.at
      FROM decided d WHERE d.outcome IS NULL AND d.independent
      RETURNING id, user_id
    ), kept AS (
      INSERT INTO idempotency_keys AS k (actor, key, fingerprint, created_at)
      SELECT d.actor, d.key, d.fingerprint, d.at
      FROM decided d JOIN booked b ON b.user_id = d.client WHERE d.key IS NOT NULL AND d.independent
      ON CONFLICT (actor, key) DO UPDATE
        SET fingerprint = excluded.fingerprint, status = NULL, answer = NULL, created_at = excluded.created_at
        WHERE k.fingerprint = excluded.fingerprint OR k.created_at < excluded.created_at - idempotency_period()
      RETURNING k.actor, k.key
    )
    SELECT d.*, b.id AS booked, b.id IS NOT NULL AND d.key IS NOT NULL AND kept.key IS NULL AS key_in_use
    FROM decided d LEFT JOIN booked b ON b.user_id = d.client AND d.independent
      LEFT JOIN kept ON kept.actor = d.actor AND kept.key = d.key
    ORDER BY d.ordinal
  LOOP
    IF request.key_in_use THEN
      RAISE EXCEPTION 'the idempotency key is in use' USING ERRCODE = 'serialization_failure';
    END IF;
    -- A request that depends on an earlier one, or whose slot became free meanwhile, is decided again.
    IF request.outcome IS NULL AND NOT request.independent THEN
      RETURN QUERY SELECT * FROM book_appointment(jsonb_build_array(to_jsonb(request)));
      CONTINUE;
    END IF;
    -- 5. Answer. The seat of a request that nothing refuses may be gone nevertheless: then its row was not written.
    IF request.booked IS NOT NULL AND request.accepted <> '{}' THEN
      PERFORM accept_contracts(request.client, request.booked_by, request.accepted, request.at, request.ip, request.user_agent, request.languages);
    END IF;
    RETURN QUERY SELECT request.ordinal, o.refusal, o.reason,
      CASE WHEN o.refusal = 'contracts_required' THEN contracts_to_accept(request.client, request.accepted, request.languages) END,
      CASE WHEN request.outcome = 'repeated' AND request.stored_answer IS NULL THEN request.earlier ELSE request.booked END,
      CASE WHEN request.outcome = 'repeated' THEN request.stored_answer END
    FROM obstacle_refusal(
      CASE WHEN request.outcome IS NULL AND request.booked IS NULL THEN 'full' ELSE nullif(request.outcome, 'repeated') END) o;
  END LOOP;
END $$;

-- Stores the answers of idempotency keys. Does not wait for the disk: after a crash, the answer is made
-- again from the appointment.
CREATE FUNCTION store_answers(answers jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR given IN SELECT * FROM jsonb_to_recordset(answers) w (actor text, key text, status int, answer jsonb) ORDER BY w.actor, w.key LOOP
    UPDATE idempotency_keys k SET status = given.status, answer = given.answer WHERE k.actor = given.actor AND k.key = given.key;
  END LOOP;
END $$;

-- Moves an appointment; id and reference stay. `refusal` is null on success.
-- A move by staff keeps the mentor that the client requested. To another support type it takes that type's price, unless
-- a payment, waiver or refund is recorded.
CREATE FUNCTION move_appointment(
  moved uuid, by_whom uuid, staff boolean, schedule uuid, start timestamptz, mentor uuid, at timestamptz, why text, OUT refusal text, OUT reason text
) LANGUAGE plpgsql AS $$
DECLARE
  current_slot uuid;
  language text;
  chosen record;
  price record;
BEGIN
  SELECT slot_id, interpreter_language INTO current_slot, language FROM appointments WHERE id = moved AND is_open(status) FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'bad_transition'; RETURN; END IF;
  SELECT t.price_amount AS amount, t.price_currency AS currency INTO price
  FROM appointments a JOIN schedules s ON s.id = a.schedule_id, schedules n JOIN support_types t ON t.id = n.support_type_id
  WHERE a.id = moved AND n.id = schedule AND n.support_type_id <> s.support_type_id AND a.payment_status = 'unpaid';
  LOOP
    -- As a booking locks them: the session is neither unpublished nor changed after the choice.
    PERFORM 1 FROM slots x WHERE x.id = current_slot OR (x.schedule_id = schedule AND x.starts_at = start AND (mentor IS NULL OR x.mentor_id = mentor) AND x.live)
      ORDER BY x.id FOR NO KEY UPDATE;
    SELECT * INTO chosen FROM choose_slot(schedule, start, mentor, staff, language IS NOT NULL, at);
    -- Clients move within the support type: another one has its own price and approval.
    IF NOT FOUND OR (NOT staff AND NOT EXISTS (
      SELECT 1 FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN schedules n USING (support_type_id) WHERE x.id = current_slot AND n.id = schedule))
    THEN refusal := 'not_found'; RETURN; END IF;
    -- It is at that time already: nothing to do, also where the time is full.
    PERFORM 1 FROM slots x WHERE x.id = current_slot AND x.schedule_id = schedule AND x.starts_at = start AND (mentor IS NULL OR x.mentor_id = mentor);
    IF FOUND AND coalesce(chosen.obstacle = 'full', true) THEN RETURN; END IF;
    IF chosen.obstacle IS NOT NULL THEN SELECT o.refusal, o.reason INTO refusal, reason FROM obstacle_refusal(chosen.obstacle) o; RETURN; END IF;
    BEGIN
      UPDATE appointments SET slot_id = chosen.slot, requested_mentor_id = CASE WHEN staff THEN requested_mentor_id ELSE mentor END,
        price_amount = coalesce(price.amount, price_amount), price_currency = coalesce(price.currency, price_currency),
        changed_by = by_whom, change_reason = why WHERE id = moved;
      IF FOUND THEN RETURN; END IF; -- otherwise another booking has just taken it: choose again
    EXCEPTION WHEN exclusion_violation THEN refusal := 'client_busy'; RETURN;
    END;
  END LOOP;
END $$;

-- Cancels appointments: every cancellation passes here. The caller decides whether it may and until when
-- (domain/booking); here, one that has got an outcome or was cancelled before its lock is skipped.
-- `side`: client or organisation. Returns the others as they were, with the place that their clients know. Triggers free the seats and write audit and outbox rows.
CREATE FUNCTION cancel_appointments(chosen uuid[], side text, by_whom uuid, why text, at timestamptz)
RETURNS TABLE (id uuid, user_id uuid, status text, status_before text, starts_at timestamptz, place_id uuid) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  -- In the order of the slots, as moves lock them. A row that changes while this waits is read again.
  WITH locked AS (
    SELECT a.id, a.user_id, a.status, a.status_before, a.starts_at, (SELECT s.place_id FROM schedules s WHERE s.id = a.schedule_id) AS place_id
    FROM appointments a
    WHERE a.id = ANY (chosen) AND awaits_outcome(a.status) ORDER BY a.slot_id, a.id FOR NO KEY UPDATE
  )
  UPDATE appointments a SET status = 'cancelled', cancelled_by = side, cancelled_at = at, cancel_reason = why, changed_by = by_whom, change_reason = why
  FROM locked WHERE a.id = locked.id RETURNING locked.*;
END $$;

-- Restores appointments: every Undo of a cancellation, a move or an approval passes here. `before`: their slots, rooms, statuses and
-- prices, in the order in which they take seats; what it leaves out stays, and so does a price once a payment is recorded. The caller has locked them and decides whether it may
-- (server/features/undo). Returns false where a seat is taken: the caller rolls back. Triggers write audit and outbox rows.
CREATE FUNCTION restore_appointments(before jsonb, by_whom uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  state jsonb;
BEGIN
  FOR state IN SELECT jsonb_array_elements(before) LOOP
    UPDATE appointments a SET
      (slot_id, room, status, status_before) = (SELECT b.slot_id, b.room, b.status, b.status_before FROM jsonb_populate_record(a, state) b),
      (price_amount, price_currency) = (
        SELECT b.price_amount, b.price_currency FROM jsonb_populate_record(a, CASE a.payment_status WHEN 'unpaid' THEN state ELSE '{}' END) b),
      cancelled_by = NULL, cancelled_at = NULL, cancel_reason = '', changed_by = by_whom, change_reason = ''
    WHERE a.id = (state ->> 'id')::uuid;
    IF NOT FOUND THEN RETURN false; END IF;
  END LOOP;
  RETURN true;
END $$;
