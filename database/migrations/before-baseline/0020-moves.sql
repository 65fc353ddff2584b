-- A move by staff says where somebody is seen, not whom they asked for: that stays the client's own word.
CREATE OR REPLACE FUNCTION move_appointment(
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
      UPDATE appointments SET slot_id = chosen, requested_mentor_id = CASE WHEN staff THEN requested_mentor_id ELSE mentor END,
        changed_by = by_whom, change_reason = why WHERE id = moved;
      IF FOUND THEN RETURN; END IF;
    EXCEPTION WHEN exclusion_violation THEN refusal := 'client_busy'; RETURN;
    END;
  END LOOP;
END $$;
