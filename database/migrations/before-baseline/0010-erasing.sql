-- Erasing a person: the one permitted change to what never changes. Hashes, versions and times stay; names, numbers, addresses and words go.
CREATE FUNCTION erase_person(person uuid, by_whom uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  picture uuid;
  number text;
BEGIN
  SELECT photo_id, phone INTO picture, number FROM users WHERE id = person FOR UPDATE;
  UPDATE users SET name = 'Erased person', phone = NULL, contact_name = NULL, contact_phone = NULL, email = NULL, photo_id = NULL, password_hash = NULL,
    note = '', active = false, erased_at = coalesce(erased_at, now()) WHERE id = person;
  DELETE FROM photos WHERE id = picture;
  DELETE FROM sessions WHERE user_id = person;
  DELETE FROM phone_codes WHERE user_id = person OR phone = number;
  DELETE FROM registration_tickets WHERE phone = number;
  DELETE FROM idempotency_keys WHERE actor = person::text; -- their answers repeat what was written
  DELETE FROM role_assignments WHERE user_id = person;
  UPDATE mentor_profiles SET bio = '' WHERE user_id = person;
  UPDATE time_off SET reason = '' WHERE mentor_id = person;
  UPDATE waiting_list SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL WHERE user_id = person AND state IN ('waiting', 'offered');
  UPDATE acceptances SET person_name = NULL, person_phone = NULL, ip = NULL, user_agent = NULL WHERE user_id = person;
  UPDATE outbox SET detail = '{}', error = NULL, state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END WHERE user_id = person;
  UPDATE appointments SET questions = '{}', cancel_reason = '', changed_by = by_whom, change_reason = '' WHERE user_id = person;
  UPDATE audit SET reason = '', before = NULL, after = NULL WHERE person_id = person;
  INSERT INTO audit (actor_id, action, subject, subject_id) VALUES (by_whom, 'erased', 'user', person);
END $$;
