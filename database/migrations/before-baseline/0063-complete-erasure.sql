-- Erasing a person leaves nothing of them in any table (server/features/users/erase-completely.test.ts looks into every column).

-- The numbers that were a person's, as far as their record knows them, but for those that are another person's by now.
CREATE FUNCTION numbers_of(person uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT n.number), '{}') FROM (
    SELECT phone FROM users WHERE id = person
    UNION SELECT person_phone FROM acceptances WHERE user_id = person
    UNION SELECT phone FROM phone_codes WHERE user_id = person
    UNION SELECT m[1] FROM audit a, regexp_matches(concat(a.before, a.after), '"(\+[1-9][0-9]{4,14})"', 'g') m WHERE a.person_id = person
  ) n (number)
  WHERE n.number IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.phone = n.number AND u.active AND u.id <> person)
$$;

-- Answers that were kept for a repetition and name a person, or what is theirs: they go, and the key stays, so that a repetition neither shows nor makes it again.
CREATE FUNCTION forget_answers(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  theirs text[] := ARRAY(
    SELECT person UNION SELECT id FROM appointments WHERE user_id = person UNION SELECT id FROM waiting_list WHERE user_id = person
    UNION SELECT id FROM time_off WHERE mentor_id = person UNION SELECT id FROM outbox WHERE user_id = person)::text[];
BEGIN
  DELETE FROM idempotency_keys WHERE actor = person::text;
  UPDATE idempotency_keys SET answer = NULL WHERE answer IS NOT NULL AND EXISTS (
    SELECT FROM regexp_matches(answer::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') m WHERE m[1] = ANY (theirs));
END $$;

-- As before, and: codes and tickets of earlier numbers, answers kept for repetitions, calendars' addresses, words of feedback kept for counting, what other systems answered, the keys of
-- bookings, and what other people were sent about the person's appointments.
CREATE OR REPLACE FUNCTION erase_person(person uuid, by_whom uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  picture uuid;
  numbers text[];
BEGIN
  SELECT photo_id INTO picture FROM users WHERE id = person FOR UPDATE;
  numbers := numbers_of(person);
  PERFORM forget_answers(person);
  UPDATE users SET name = 'Erased person', phone = NULL, contact_name = NULL, contact_phone = NULL, email = NULL, photo_id = NULL, password_hash = NULL,
    note = '', active = false, erased_at = coalesce(erased_at, now()) WHERE id = person;
  DELETE FROM photos WHERE id = picture;
  DELETE FROM sessions WHERE user_id = person;
  DELETE FROM calendar_feeds WHERE user_id = person;
  DELETE FROM phone_codes WHERE user_id = person OR phone = ANY (numbers);
  DELETE FROM registration_tickets WHERE phone = ANY (numbers);
  DELETE FROM role_assignments WHERE user_id = person;
  UPDATE mentor_profiles SET bio = '' WHERE user_id = person;
  UPDATE time_off SET reason = '' WHERE mentor_id = person;
  UPDATE waiting_list SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL WHERE user_id = person AND state IN ('waiting', 'offered');
  UPDATE acceptances SET person_name = NULL, person_phone = NULL, ip = NULL, user_agent = NULL WHERE user_id = person;
  UPDATE outbox SET detail = '{}', error = NULL, recipient = NULL, subject = NULL, body = NULL, lease = NULL, why = CASE state WHEN 'waiting' THEN 'erased' ELSE why END,
    state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END WHERE user_id = person;
  -- To others: about the person's appointments, and, of a mentor, what their clients were sent.
  UPDATE outbox SET subject = NULL, body = NULL WHERE body IS NOT NULL AND appointment_id IN (SELECT id FROM appointments WHERE user_id = person OR mentor_id = person);
  IF EXISTS (SELECT 1 FROM mentor_profiles WHERE user_id = person) THEN
    UPDATE outbox SET subject = NULL, body = NULL WHERE body IS NOT NULL AND detail ->> 'mentor_id' = person::text;
  END IF;
  UPDATE webhook_deliveries SET answer = NULL, detail = NULL WHERE person::text IN (data ->> 'id', data ->> 'client_id', data ->> 'mentor_id');
  UPDATE feedback SET words = '{}' WHERE words IS NOT NULL AND (author_id = person OR appointment_id IN (SELECT id FROM appointments WHERE user_id = person));
  UPDATE appointments SET questions = '{}', cancel_reason = '', changed_by = by_whom, change_reason = '', idempotency_key = NULL WHERE user_id = person;
  UPDATE audit SET reason = '', before = NULL, after = NULL WHERE person_id = person;
  INSERT INTO audit (actor_id, action, subject, subject_id) VALUES (by_whom, 'erased', 'user', person);
END $$;
