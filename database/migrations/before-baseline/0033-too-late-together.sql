-- Those who come too late for a seat are told so together, also where it went within the same statement.

-- Most of a crowd comes too late. Who of those not decided yet wishes for a time that is open to clients and full, and never used their key before: by ordinal, with the refusal.
-- (Scalar subqueries: by index, wish by wish, however large the tables are.)
CREATE FUNCTION too_late(wishes jsonb, decided jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(w.ordinal, CASE WHEN (
      SELECT true FROM appointments a WHERE a.user_id = w.client AND holds_seat(a.status) AND a.starts_at <= w.at AND a.ends_at > w.at LIMIT 1
    ) THEN 'client_busy' ELSE 'slot_taken' END), '{}')
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

CREATE OR REPLACE FUNCTION book_appointments(wishes jsonb)
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
  -- Told so without waiting for anybody.
  late := too_late(wishes, '{}');

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
      -- As missed_recently and open appointments are counted one by one, in one look.
      AND (w.staff OR (SELECT count(*) FILTER (WHERE a.status = 'noshow' AND a.excused_at IS NULL AND a.starts_at <= w.present) < policy.missed_limit
          AND count(*) FILTER (WHERE a.status IN ('pending', 'booked') AND a.starts_at > w.present) < policy.max_open
        FROM appointments a WHERE a.user_id = w.client AND a.starts_at > w.present - make_interval(days => policy.missed_days)))
      -- Who has accepted everything is not in that list; of the others, by what records and for what purpose.
      AND ((SELECT true FROM missing_acceptances m WHERE m.user_id = w.client LIMIT 1) IS NULL OR contracts_missing(w.client, 'booking') <@ coalesce(w.accepted, '{}'))
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
  -- Whoever lost a seat to somebody of the same moment: once for all of them, where trying each would find the same.
  IF written <> '{}' THEN late := late || too_late(wishes, late || written); END IF;
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
