-- Erasing a person: the one permitted change to what never changes. Hashes, versions and times stay; names, numbers, addresses and words go.
CREATE FUNCTION erase_person(person uuid, by_whom uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE picture uuid;
BEGIN
  SELECT photo_id INTO picture FROM users WHERE id = person FOR UPDATE;
  UPDATE users SET name = 'Erased person', phone = NULL, contact_name = NULL, contact_phone = NULL, email = NULL, photo_id = NULL, password_hash = NULL,
    note = '', active = false, erased_at = coalesce(erased_at, now()) WHERE id = person;
  DELETE FROM photos WHERE id = picture;
  DELETE FROM sessions WHERE user_id = person;
  DELETE FROM phone_codes WHERE user_id = person;
  DELETE FROM role_assignments WHERE user_id = person;
  UPDATE acceptances SET person_name = NULL, person_phone = NULL, ip = NULL, user_agent = NULL WHERE user_id = person;
  UPDATE outbox SET detail = '{}', error = NULL, state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END WHERE user_id = person;
  UPDATE appointments SET questions = '{}', cancel_reason = '', changed_by = by_whom, change_reason = '' WHERE user_id = person;
  UPDATE audit SET reason = '', before = NULL, after = NULL WHERE person_id = person;
  INSERT INTO audit (actor_id, action, subject, subject_id) VALUES (by_whom, 'erased', 'user', person);
END $$;
