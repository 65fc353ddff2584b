-- Booking, in one statement: who may book is decided where the seat is taken, so that no two requests can both pass a check.

-- Unexcused missed appointments that count (product rules §3): sessions that the organisation cancelled are 'cancelled', never 'noshow'.
CREATE FUNCTION missed_recently(client uuid, at timestamptz, days int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM appointments
  WHERE user_id = client AND status = 'noshow' AND excused_at IS NULL AND starts_at > at - make_interval(days => days) AND starts_at <= at
$$;

-- The version_ids of required contracts that a person has not yet accepted in their current version.
CREATE FUNCTION contracts_missing(client uuid, purpose text) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(c.version_id), '{}') FROM current_contracts c
  WHERE c.required_for = purpose AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.user_id = client AND a.version_id = c.version_id)
$$;

-- Records what somebody accepted; versions that are no published ones are passed over, and so is what was accepted before.
CREATE FUNCTION accept_contracts(client uuid, by_whom uuid, versions uuid[], at timestamptz, address inet, agent text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO acceptances (user_id, version_id, sha256, ip, user_agent, recorded_by, accepted_at)
  SELECT client, v.id, v.sha256, address, agent, by_whom, at FROM contract_versions v
  WHERE v.id = ANY (versions) AND v.published_at IS NOT NULL
  ON CONFLICT (user_id, version_id) DO NOTHING
$$;

-- Which slot at that time: the mentor asked for, or the one with the most room, then by roster.
CREATE FUNCTION choose_slot(schedule uuid, at timestamptz, mentor uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT id FROM slots
  WHERE schedule_id = schedule AND starts_at = at AND live AND taken + held < seats AND (mentor IS NULL OR mentor_id = mentor)
  ORDER BY taken, roster LIMIT 1
$$;

-- Why a time cannot be booked or moved to; null when it can. `refusal` is a code of contract/refusals.ts, `reason` says more.
-- Staff are bound by nothing but that the time exists and is not over.
CREATE FUNCTION why_not_bookable(schedule uuid, at timestamptz, mentor uuid, staff boolean, present timestamptz, OUT refusal text, OUT reason text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  session schedules;
  slot slots;
  notice int;
BEGIN
  SELECT * INTO session FROM schedules WHERE id = schedule;
  IF NOT FOUND OR session.status = 'draft' THEN refusal := 'not_found'; RETURN; END IF;
  IF session.status = 'cancelled' THEN refusal := 'not_bookable'; reason := 'cancelled'; RETURN; END IF;
  SELECT * INTO slot FROM slots WHERE schedule_id = schedule AND starts_at = at AND live AND (mentor IS NULL OR mentor_id = mentor) LIMIT 1;
  IF NOT FOUND THEN refusal := 'not_bookable'; reason := 'no_such_time'; RETURN; END IF;
  IF slot.starts_at <= present AND (NOT staff OR slot.ends_at <= present) THEN refusal := 'not_bookable'; reason := 'past'; RETURN; END IF;
  IF staff THEN RETURN; END IF;
  SELECT notice_minutes INTO notice FROM settings;
  IF slot.starts_at < present + make_interval(mins => notice) THEN refusal := 'not_bookable'; reason := 'notice'; RETURN; END IF;
  IF session.booking_opens_at > present THEN refusal := 'not_bookable'; reason := 'not_open_yet'; RETURN; END IF;
END $$;

-- One booking from request to seat. `refusal` null: booked. The client's row is locked first, so that limits per client hold under concurrency.
CREATE FUNCTION book_appointment(
  client uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, asked text[], accepted uuid[],
  present timestamptz, address inet, agent text, key text,
  OUT refusal text, OUT reason text, OUT missing uuid[], OUT appointment uuid
) LANGUAGE plpgsql AS $$
DECLARE
  policy settings;
  kind support_types;
  chosen uuid;
  broken text;
BEGIN
  PERFORM 1 FROM users WHERE id = client AND active FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'not_found'; RETURN; END IF;
  IF key IS NOT NULL THEN -- the same request again after an answer that was lost
    SELECT id INTO appointment FROM appointments WHERE booked_by = by_whom AND idempotency_key = key AND created_at > present - interval '24 hours';
    IF FOUND THEN RETURN; END IF;
    IF EXISTS (SELECT 1 FROM appointments WHERE booked_by = by_whom AND idempotency_key = key) THEN key := NULL; END IF; -- a key used again after its day
  END IF;

  SELECT w.refusal, w.reason INTO refusal, reason FROM why_not_bookable(schedule, at, mentor, staff, present) w;
  IF refusal IS NOT NULL THEN RETURN; END IF;

  IF NOT staff THEN
    SELECT * INTO policy FROM settings;
    IF missed_recently(client, present, policy.missed_days) >= policy.missed_limit THEN refusal := 'missed_too_many'; RETURN; END IF;
    IF (SELECT count(*) FROM appointments WHERE user_id = client AND status IN ('pending', 'booked') AND starts_at > present) >= policy.max_open THEN
      refusal := 'too_many_open'; RETURN;
    END IF;
  END IF;
  SELECT array_agg(m) INTO missing FROM unnest(contracts_missing(client, 'booking')) m WHERE NOT m = ANY (coalesce(accepted, '{}'));
  IF missing IS NOT NULL THEN refusal := 'contracts_required'; RETURN; END IF;

  SELECT t.* INTO kind FROM schedules s JOIN support_types t ON t.id = s.support_type_id WHERE s.id = schedule;
  LOOP
    chosen := choose_slot(schedule, at, mentor);
    IF chosen IS NULL THEN -- taken by the client's own other appointment, or by somebody else's
      refusal := CASE WHEN EXISTS (
        SELECT 1 FROM appointments WHERE user_id = client AND holds_seat(status) AND starts_at <= at AND ends_at > at) THEN 'client_busy' ELSE 'slot_taken' END;
      RETURN;
    END IF;
    BEGIN
      INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, questions, price_amount, price_currency, booked_by, changed_by, idempotency_key, created_at)
      VALUES (client, chosen, mentor, CASE WHEN kind.needs_approval AND NOT staff THEN 'pending' ELSE 'booked' END, asked,
        kind.price_amount, kind.price_currency, by_whom, by_whom, key, present)
      RETURNING id INTO appointment;
    EXCEPTION
      WHEN exclusion_violation THEN refusal := 'client_busy'; RETURN;
      WHEN unique_violation THEN -- two references alike, one chance in a million millions: choose again
        GET STACKED DIAGNOSTICS broken = CONSTRAINT_NAME;
        IF broken <> 'appointments_reference' THEN RAISE; END IF;
    END;
    EXIT WHEN appointment IS NOT NULL;
  END LOOP;
  PERFORM accept_contracts(client, by_whom, accepted, present, address, agent);
END $$;

-- A move keeps the appointment: same id, same reference. `refusal` null: moved.
CREATE FUNCTION move_appointment(
  moved uuid, by_whom uuid, staff boolean, schedule uuid, at timestamptz, mentor uuid, present timestamptz, why text, OUT refusal text, OUT reason text
) LANGUAGE plpgsql AS $$
DECLARE
  present_slot uuid;
  chosen uuid;
BEGIN
  SELECT slot_id INTO present_slot FROM appointments WHERE id = moved AND status IN ('pending', 'booked') FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'bad_transition'; RETURN; END IF;
  SELECT w.refusal, w.reason INTO refusal, reason FROM why_not_bookable(schedule, at, mentor, staff, present) w;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  LOOP
    SELECT id INTO chosen FROM slots WHERE id = present_slot AND schedule_id = schedule AND starts_at = at AND (mentor IS NULL OR mentor_id = mentor);
    IF FOUND THEN RETURN; END IF; -- there already
    chosen := choose_slot(schedule, at, mentor);
    IF chosen IS NULL THEN refusal := 'slot_taken'; RETURN; END IF;
    BEGIN
      UPDATE appointments SET slot_id = chosen, requested_mentor_id = mentor, changed_by = by_whom, change_reason = why WHERE id = moved;
      IF FOUND THEN RETURN; END IF;
    EXCEPTION WHEN exclusion_violation THEN refusal := 'client_busy'; RETURN;
    END;
  END LOOP;
END $$;
