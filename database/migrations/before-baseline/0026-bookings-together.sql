-- One booking, as before, in fewer steps: the slot with all that decides about it is one look, and what is wrong where there is none is looked into only then. A client's other
-- appointment is looked for before anything is written; one that a move puts in the way at that very moment is found by the constraint, and ends the statement.
CREATE OR REPLACE FUNCTION book_appointment(
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
  IF key IS NOT NULL THEN -- the same request again after an answer that was lost
    SELECT id INTO appointment FROM appointments WHERE booked_by = by_whom AND idempotency_key = key AND created_at > present - interval '24 hours';
    IF FOUND THEN RETURN; END IF;
    IF EXISTS (SELECT 1 FROM appointments WHERE booked_by = by_whom AND idempotency_key = key) THEN key := NULL; END IF; -- a key used again after its day
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
      SELECT w.refusal, w.reason INTO refusal, reason FROM why_not_bookable(schedule, at, mentor, staff, present) w;
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

    IF EXISTS (SELECT 1 FROM appointments WHERE user_id = client AND holds_seat(status) AND starts_at < coalesce(chosen.ends_at, at + interval '1 microsecond') AND ends_at > at) THEN
      refusal := 'client_busy'; RETURN;
    END IF;
    IF chosen.id IS NULL THEN refusal := 'slot_taken'; RETURN; END IF;
    INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, questions, price_amount, price_currency, booked_by, changed_by, idempotency_key, created_at)
    VALUES (client, chosen.id, mentor, CASE WHEN chosen.needs_approval AND NOT staff THEN 'pending' ELSE 'booked' END, asked,
      chosen.price_amount, chosen.price_currency, by_whom, by_whom, key, present)
    RETURNING id INTO appointment;
    EXIT WHEN appointment IS NOT NULL; -- or somebody else took it in between
  END LOOP;
  IF accepted <> '{}' THEN PERFORM accept_contracts(client, by_whom, accepted, present, address, agent); END IF;
END $$;

-- Bookings that come at the same moment go together: one statement, one commit, one flush of the log for all of them. Each is decided by book_appointment, as one alone would be.
-- `wishes`: objects with ordinal, client, by_whom, staff, schedule, at, mentor, asked, accepted, present, address, agent, key; and with an idempotency key also actor and
-- fingerprint. Every wish is answered under its own ordinal; `answer` is what the same key was answered before.
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
  -- Most of a crowd comes too late. Who wishes for a time that is open to clients and full, and never used their key before, is told so without waiting for anybody.
  -- (Scalar subqueries: by index, wish by wish, however large the tables are.)
  SELECT coalesce(jsonb_object_agg(w.ordinal, CASE WHEN (
      SELECT true FROM appointments a WHERE a.user_id = w.client AND holds_seat(a.status) AND a.starts_at <= w.at AND a.ends_at > w.at LIMIT 1
    ) THEN 'client_busy' ELSE 'slot_taken' END), '{}') INTO late
  FROM jsonb_to_recordset(wishes) w (ordinal int, client uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, present timestamptz, key text, actor text)
  WHERE NOT w.staff
    AND (SELECT s.status = 'published' AND coalesce(s.booking_opens_at <= w.present, true) FROM schedules s WHERE s.id = w.schedule)
    AND w.at > w.present AND w.at >= w.present + make_interval(mins => policy.notice_minutes)
    AND (SELECT bool_and(x.taken + x.held >= x.seats) FROM slots x
      WHERE x.schedule_id = w.schedule AND x.starts_at = w.at AND x.live AND x.blocked IS NULL AND (w.mentor IS NULL OR x.mentor_id = w.mentor))
    AND (w.key IS NULL OR (
      (SELECT true FROM idempotency_keys k WHERE k.actor = w.actor AND k.key = w.key) IS NULL
      AND (SELECT true FROM appointments a WHERE a.booked_by = w.by_whom AND a.idempotency_key = w.key) IS NULL));

  -- The others' rows, then every slot that may be taken, in the same order for all who take several: they wait for each other instead of deadlocking.
  clients := ARRAY(SELECT (w ->> 'client')::uuid FROM jsonb_array_elements(wishes) w WHERE NOT late ? (w ->> 'ordinal'));
  PERFORM 1 FROM users u WHERE u.id = ANY (clients) ORDER BY u.id FOR NO KEY UPDATE;
  wanted := ARRAY(
    SELECT y.id FROM jsonb_to_recordset(wishes) w (ordinal int, schedule uuid, at timestamptz, mentor uuid), LATERAL (
      SELECT x.id FROM slots x WHERE x.schedule_id = w.schedule AND x.starts_at = w.at AND x.live AND x.taken + x.held < x.seats
        AND (w.mentor IS NULL OR x.mentor_id = w.mentor) OFFSET 0) y
    WHERE NOT late ? w.ordinal::text);
  PERFORM 1 FROM slots x WHERE x.id = ANY (wanted) ORDER BY x.id FOR NO KEY UPDATE;

  -- Whom nothing stops, as book_appointment would find: written in one statement, which costs half of as many. Only who asks for one mentor, and for one thing at
  -- once; with a key that was never used. All others, and whoever comes too late for the last seat here, take their turn below.
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
      AND (w.staff OR missed_recently(w.client, w.present, policy.missed_days) < policy.missed_limit
        AND (SELECT count(*) FROM appointments a WHERE a.user_id = w.client AND a.status IN ('pending', 'booked') AND a.starts_at > w.present) < policy.max_open)
      AND contracts_missing(w.client, 'booking') <@ coalesce(w.accepted, '{}')
      AND (SELECT true FROM appointments a WHERE a.user_id = w.client AND holds_seat(a.status) AND a.starts_at < x.ends_at AND a.ends_at > w.at LIMIT 1) IS NULL
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
  INSERT INTO idempotency_keys (actor, key, fingerprint, created_at)
  SELECT w.actor, w.key, w.fingerprint, w.present
  FROM jsonb_to_recordset(wishes) w (ordinal int, present timestamptz, key text, actor text, fingerprint text)
  WHERE w.key IS NOT NULL AND written ? w.ordinal::text ORDER BY w.actor, w.key; -- used by somebody else meanwhile: an error, and each is asked anew

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
        IF NOT FOUND THEN -- the same key came with another wish meanwhile: nothing of this stands, and each is asked anew
          RAISE EXCEPTION 'an idempotency key was used twice at once' USING ERRCODE = 'serialization_failure';
        END IF;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- Keeps what keys were answered, for their other uses. Nobody waits for the disk: an answer that a crash forgets is made again from the appointment, which is found by its key.
CREATE FUNCTION remember_answers(answers jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR given IN SELECT * FROM jsonb_to_recordset(answers) w (actor text, key text, status int, answer jsonb) ORDER BY w.actor, w.key LOOP
    UPDATE idempotency_keys k SET status = given.status, answer = given.answer WHERE k.actor = given.actor AND k.key = given.key;
  END LOOP;
END $$;

-- The same for the moment a session was last used.
CREATE FUNCTION touch_sessions(ids uuid[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE sessions SET last_used_at = at WHERE id = ANY (ids);
END $$;

-- As before, in a form that goes into the statement that asks: as a call of its own it took longer than the rest of looking up a session.
DROP FUNCTION roles_of(uuid);
CREATE FUNCTION roles_of(person uuid) RETURNS TABLE (abilities text[], is_admin boolean, is_mentor boolean) LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT ability ORDER BY ability) FILTER (WHERE ability IS NOT NULL), '{}'), coalesce(bool_or(r.opens_admin), false), coalesce(bool_or(r.is_mentor), false)
  FROM role_assignments a JOIN roles r ON r.id = a.role_id LEFT JOIN LATERAL unnest(r.abilities) ability ON true
  WHERE a.user_id = person
$$;
