-- Booking and moving. A client's row is locked first, so that limits per client hold under concurrency.

-- Returns why a time cannot be booked or moved to, or null. `refusal` is a code of contract/refusals.ts,
-- `reason` gives details.
-- For staff, only blocked, past and missing times are refused.
CREATE FUNCTION booking_refusal(schedule uuid, at timestamptz, mentor uuid, staff boolean, present timestamptz, OUT refusal text, OUT reason text)
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

-- Returns a free slot at a time: of the requested mentor, or the one with the fewest bookings, then by roster.
CREATE FUNCTION choose_slot(schedule uuid, at timestamptz, mentor uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT id FROM slots
  WHERE schedule_id = schedule AND starts_at = at AND live AND blocked IS NULL AND taken + held < seats AND (mentor IS NULL OR mentor_id = mentor)
  ORDER BY taken, roster LIMIT 1
$$;

-- Counts a client's unexcused missed appointments (product rules §3). Sessions that the organisation
-- cancelled are never `noshow`.
CREATE FUNCTION missed_recently(client uuid, at timestamptz, days int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM appointments
  WHERE user_id = client AND status = 'noshow' AND excused_at IS NULL AND starts_at > at - make_interval(days => days) AND starts_at <= at
$$;

-- Whether a client holds a seat between `since` and `until`. Seats of a client never overlap (promise 3),
-- so the last one that starts before `until` decides.
-- Called for each of many rows it takes five times as long as written out.
CREATE FUNCTION is_busy(client uuid, since timestamptz, until timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT a.ends_at FROM appointments a WHERE a.user_id = client AND holds_seat(a.status) AND a.starts_at < until ORDER BY a.starts_at DESC LIMIT 1) > since, false)
$$;

-- Books one appointment. `refusal` is null on success.
CREATE FUNCTION book_appointment(
  client uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, asked text[], accepted uuid[],
  present timestamptz, address inet, agent text, key text,
  OUT refusal text, OUT reason text, OUT missing uuid[], OUT appointment uuid
) LANGUAGE plpgsql AS $$
DECLARE
  policy settings;
  chosen record;
BEGIN
  PERFORM 1 FROM users WHERE id = client AND active FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'not_found'; RETURN; END IF;
  IF key IS NOT NULL THEN -- a repeated request whose answer was lost
    SELECT id INTO appointment FROM appointments WHERE booked_by = by_whom AND idempotency_key = key AND created_at > present - interval '24 hours';
    IF FOUND THEN RETURN; END IF;
    IF EXISTS (SELECT 1 FROM appointments WHERE booked_by = by_whom AND idempotency_key = key) THEN key := NULL; END IF; -- a key that is used again after 24 hours
  END IF;
  SELECT * INTO policy FROM settings;

  LOOP
    SELECT x.id, x.starts_at, x.ends_at, t.needs_approval, t.price_amount, t.price_currency INTO chosen
    FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN support_types t ON t.id = s.support_type_id
    WHERE x.schedule_id = schedule AND x.starts_at = at AND x.live AND x.blocked IS NULL AND x.taken + x.held < x.seats AND (mentor IS NULL OR x.mentor_id = mentor)
      AND s.status = 'published' AND CASE WHEN staff THEN x.ends_at > present ELSE
        x.starts_at > present AND x.starts_at >= present + make_interval(mins => policy.notice_minutes) AND coalesce(s.booking_opens_at <= present, true) END
    ORDER BY x.taken, x.roster LIMIT 1;
    IF chosen.id IS NULL THEN
      SELECT w.refusal, w.reason INTO refusal, reason FROM booking_refusal(schedule, at, mentor, staff, present) w;
      IF refusal IS NOT NULL THEN RETURN; END IF;
    END IF;

    IF NOT staff THEN
      IF missed_recently(client, present, policy.missed_days) >= policy.missed_limit THEN refusal := 'missed_too_many'; RETURN; END IF;
      IF (SELECT count(*) FROM appointments WHERE user_id = client AND status IN ('pending', 'booked') AND starts_at > present) >= policy.max_open THEN
        refusal := 'too_many_open'; RETURN;
      END IF;
    END IF;
    SELECT array_agg(m) INTO missing FROM unnest(contracts_missing(client, 'booking')) m WHERE NOT m = ANY (coalesce(accepted, '{}'));
    IF missing IS NOT NULL THEN refusal := 'contracts_required'; RETURN; END IF;

    IF is_busy(client, at, coalesce(chosen.ends_at, at + interval '1 microsecond')) THEN
      refusal := 'client_busy'; RETURN;
    END IF;
    IF chosen.id IS NULL THEN refusal := 'slot_taken'; RETURN; END IF;
    INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, questions, price_amount, price_currency, booked_by, changed_by, idempotency_key, created_at)
    VALUES (client, chosen.id, mentor, CASE WHEN chosen.needs_approval AND NOT staff THEN 'pending' ELSE 'booked' END, asked,
      chosen.price_amount, chosen.price_currency, by_whom, by_whom, key, present)
    RETURNING id INTO appointment;
    EXIT WHEN appointment IS NOT NULL; -- otherwise another booking has just taken it: choose again
  END LOOP;
  IF accepted <> '{}' THEN PERFORM accept_contracts(client, by_whom, accepted, present, address, agent); END IF;
END $$;

-- Returns the refusals of the requests, by ordinal, whose time is bookable but full. Used in
-- book_appointments, to answer without waiting for locks.
-- The scalar subqueries use an index for each request, however large the tables are.
CREATE FUNCTION reject_full_slots(wishes jsonb, decided jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(w.ordinal, CASE WHEN (
      SELECT a.ends_at FROM appointments a WHERE a.user_id = w.client AND holds_seat(a.status) AND a.starts_at <= w.at ORDER BY a.starts_at DESC LIMIT 1 -- as is_busy
    ) > w.at THEN 'client_busy' ELSE 'slot_taken' END), '{}')
  FROM jsonb_to_recordset(wishes) w (ordinal int, client uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, present timestamptz, key text, actor text)
  WHERE NOT decided ? w.ordinal::text AND NOT w.staff
    AND (SELECT s.status = 'published' AND coalesce(s.booking_opens_at <= w.present, true) FROM schedules s WHERE s.id = w.schedule)
    AND w.at > w.present AND w.at >= w.present + make_interval(mins => (SELECT notice_minutes FROM settings))
    AND (SELECT bool_and(x.taken + x.held >= x.seats) FROM slots x
      WHERE x.schedule_id = w.schedule AND x.starts_at = w.at AND x.live AND x.blocked IS NULL AND (w.mentor IS NULL OR x.mentor_id = w.mentor))
    AND (w.key IS NULL OR (
      (SELECT true FROM idempotency_keys k WHERE k.actor = w.actor AND k.key = w.key) IS NULL
      AND (SELECT true FROM appointments a WHERE a.booked_by = w.by_whom AND a.idempotency_key = w.key) IS NULL))
$$;

-- Books a batch of requests in one statement, one commit and one flush of the log. Every request is decided
-- as book_appointment decides it.
-- `wishes`: objects with ordinal, client, by_whom, staff, schedule, at, mentor, asked, accepted, present,
-- address, agent, key; and with an idempotency key
-- also actor and fingerprint. Returns one row per request by its ordinal; `answer` is the stored answer of
-- a repeated key.
CREATE FUNCTION book_appointments(wishes jsonb)
RETURNS TABLE (ordinal int, refusal text, reason text, missing uuid[], appointment uuid, answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  wish record;
  known idempotency_keys;
  policy settings;
  late jsonb;
  written jsonb;
  clients uuid[];
  wanted uuid[];
BEGIN
  SELECT * INTO policy FROM settings;
  -- Without waiting for locks.
  late := reject_full_slots(wishes, '{}');

  -- Locks the other clients' rows, then every slot that may be taken, each in one order, so that batches
  -- do not deadlock.
  clients := ARRAY(SELECT (w ->> 'client')::uuid FROM jsonb_array_elements(wishes) w WHERE NOT late ? (w ->> 'ordinal'));
  PERFORM 1 FROM users u WHERE u.id = ANY (clients) ORDER BY u.id FOR NO KEY UPDATE;
  wanted := ARRAY(
    SELECT y.id FROM jsonb_to_recordset(wishes) w (ordinal int, schedule uuid, at timestamptz, mentor uuid), LATERAL (
      SELECT x.id FROM slots x WHERE x.schedule_id = w.schedule AND x.starts_at = w.at AND x.live AND x.taken + x.held < x.seats
        AND (w.mentor IS NULL OR x.mentor_id = w.mentor) OFFSET 0) y
    WHERE NOT late ? w.ordinal::text);
  PERFORM 1 FROM slots x WHERE x.id = ANY (wanted) ORDER BY x.id FOR NO KEY UPDATE;

  -- The fast path: requests that book_appointment would accept, inserted in one statement at half the
  -- cost. Only for a requested mentor, one request per
  -- client, and a new key. All others, and those that find the last seat taken here, follow in the loop below.
  WITH asked AS MATERIALIZED (
    SELECT w.*, x.*, row_number() OVER (PARTITION BY x.slot ORDER BY w.ordinal) AS turn, count(*) OVER (PARTITION BY w.client) AS things
    FROM jsonb_to_recordset(wishes) w (ordinal int, client uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, asked text[],
        accepted uuid[], present timestamptz, address inet, agent text, key text, actor text), LATERAL (
      SELECT x.id AS slot, x.ends_at, x.seats - x.taken - x.held AS free, t.needs_approval, t.price_amount, t.price_currency
      FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN support_types t ON t.id = s.support_type_id
      WHERE x.schedule_id = w.schedule AND x.starts_at = w.at AND x.mentor_id = w.mentor AND x.live AND x.blocked IS NULL AND x.taken + x.held < x.seats
        AND s.status = 'published' AND CASE WHEN w.staff THEN x.ends_at > w.present ELSE
          x.starts_at > w.present AND x.starts_at >= w.present + make_interval(mins => policy.notice_minutes) AND coalesce(s.booking_opens_at <= w.present, true) END
      OFFSET 0) x
    WHERE NOT late ? w.ordinal::text
      AND (SELECT u.active FROM users u WHERE u.id = w.client)
      -- missed_recently and the limit of open appointments, in one scan.
      AND (w.staff OR (SELECT count(*) FILTER (WHERE a.status = 'noshow' AND a.excused_at IS NULL AND a.starts_at <= w.present) < policy.missed_limit
          AND count(*) FILTER (WHERE a.status IN ('pending', 'booked') AND a.starts_at > w.present) < policy.max_open
        FROM appointments a WHERE a.user_id = w.client AND a.starts_at > w.present - make_interval(days => policy.missed_days)))
      -- Most clients have no missing acceptance; only the others need the exact check.
      AND ((SELECT true FROM missing_acceptances m WHERE m.user_id = w.client LIMIT 1) IS NULL OR contracts_missing(w.client, 'booking') <@ coalesce(w.accepted, '{}'))
      AND ((SELECT a.ends_at FROM appointments a WHERE a.user_id = w.client AND holds_seat(a.status) AND a.starts_at < x.ends_at ORDER BY a.starts_at DESC LIMIT 1)
        > w.at) IS NOT TRUE -- as is_busy
      AND (w.key IS NULL OR (
        (SELECT true FROM idempotency_keys k WHERE k.actor = w.actor AND k.key = w.key) IS NULL
        AND (SELECT true FROM appointments a WHERE a.booked_by = w.by_whom AND a.idempotency_key = w.key) IS NULL))
  ), booked AS (
    INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, questions, price_amount, price_currency, booked_by, changed_by, idempotency_key, created_at)
    SELECT a.client, a.slot, a.mentor, CASE WHEN a.needs_approval AND NOT a.staff THEN 'pending' ELSE 'booked' END, a.asked, a.price_amount, a.price_currency,
      a.by_whom, a.by_whom, a.key, a.present
    FROM asked a WHERE a.turn <= a.free AND a.things = 1
      AND (a.key IS NULL OR NOT EXISTS (SELECT 1 FROM asked twin WHERE twin.actor = a.actor AND twin.key = a.key AND twin.ordinal <> a.ordinal))
    RETURNING appointments.id, appointments.user_id
  )
  SELECT coalesce(jsonb_object_agg(a.ordinal, b.id), '{}') INTO written FROM booked b JOIN asked a ON a.client = b.user_id;
  -- Refuses all requests at once that lost the last seat to one of this batch.
  IF written <> '{}' THEN late := late || reject_full_slots(wishes, late || written); END IF;
  INSERT INTO idempotency_keys (actor, key, fingerprint, created_at)
  SELECT w.actor, w.key, w.fingerprint, w.present
  FROM jsonb_to_recordset(wishes) w (ordinal int, present timestamptz, key text, actor text, fingerprint text)
  WHERE w.key IS NOT NULL AND written ? w.ordinal::text ORDER BY w.actor, w.key; -- a key used by another transaction meanwhile is an error; the caller tries each request alone

  FOR wish IN
    SELECT * FROM jsonb_to_recordset(wishes) w (ordinal int, client uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, asked text[],
      accepted uuid[], present timestamptz, address inet, agent text, key text, actor text, fingerprint text) ORDER BY w.ordinal
  LOOP
    ordinal := wish.ordinal;
    answer := NULL;
    reason := NULL;
    missing := NULL;
    refusal := late ->> wish.ordinal::text;
    appointment := written ->> wish.ordinal::text;
    IF appointment IS NOT NULL AND wish.accepted <> '{}' THEN
      PERFORM accept_contracts(wish.client, wish.by_whom, wish.accepted, wish.present, wish.address, wish.agent);
    END IF;
    IF refusal IS NOT NULL OR appointment IS NOT NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF wish.key IS NOT NULL THEN
      SELECT * INTO known FROM idempotency_keys k WHERE k.actor = wish.actor AND k.key = wish.key AND k.created_at >= wish.present - interval '24 hours';
      IF FOUND AND known.fingerprint <> wish.fingerprint THEN
        refusal := 'idempotency_mismatch';
        RETURN NEXT;
        CONTINUE;
      END IF;
      answer := known.answer;
    END IF;
    IF answer IS NULL THEN
      SELECT b.refusal, b.reason, b.missing, b.appointment INTO refusal, reason, missing, appointment
      FROM book_appointment(wish.client, wish.by_whom, wish.staff, wish.schedule, wish.at, wish.mentor, wish.asked, wish.accepted, wish.present, wish.address, wish.agent, wish.key) b;
      IF appointment IS NOT NULL AND wish.key IS NOT NULL THEN
        INSERT INTO idempotency_keys AS k (actor, key, fingerprint, created_at) VALUES (wish.actor, wish.key, wish.fingerprint, wish.present)
        ON CONFLICT (actor, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, answer = NULL, created_at = excluded.created_at
          WHERE k.fingerprint = excluded.fingerprint OR k.created_at < wish.present - interval '24 hours';
        IF NOT FOUND THEN -- another transaction used the key: roll back; the caller tries each request alone
          RAISE EXCEPTION 'an idempotency key was used twice at once' USING ERRCODE = 'serialization_failure';
        END IF;
      END IF;
    END IF;
    RETURN NEXT;
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
-- A move by staff keeps the mentor that the client requested.
CREATE FUNCTION move_appointment(
  moved uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, present timestamptz, why text, OUT refusal text, OUT reason text
) LANGUAGE plpgsql AS $$
DECLARE
  present_slot uuid;
  chosen uuid;
BEGIN
  SELECT slot_id INTO present_slot FROM appointments WHERE id = moved AND status IN ('pending', 'booked') FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'bad_transition'; RETURN; END IF;
  SELECT w.refusal, w.reason INTO refusal, reason FROM booking_refusal(schedule, at, mentor, staff, present) w;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  LOOP
    SELECT id INTO chosen FROM slots WHERE id = present_slot AND schedule_id = schedule AND starts_at = at AND (mentor IS NULL OR mentor_id = mentor);
    IF FOUND THEN RETURN; END IF; -- it is there already
    chosen := choose_slot(schedule, at, mentor);
    IF chosen IS NULL THEN refusal := 'slot_taken'; RETURN; END IF;
    BEGIN
      UPDATE appointments SET slot_id = chosen, requested_mentor_id = CASE WHEN staff THEN requested_mentor_id ELSE mentor END,
        changed_by = by_whom, change_reason = why WHERE id = moved;
      IF FOUND THEN RETURN; END IF;
    EXCEPTION WHEN exclusion_violation THEN refusal := 'client_busy'; RETURN;
    END;
  END LOOP;
END $$;
