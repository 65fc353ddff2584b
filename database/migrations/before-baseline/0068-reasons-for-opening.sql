-- An organisation can require a reason for opening a record outside one's own work; a confidential support type always requires it.
ALTER TABLE settings ADD COLUMN record_reason boolean NOT NULL DEFAULT false;
ALTER TABLE support_types ADD COLUMN confidential boolean NOT NULL DEFAULT false;
-- Why the viewer opens the record, in their words. Only entries of the kind `reason` have it.
ALTER TABLE record_views ADD COLUMN reason text CHECK (length(reason) BETWEEN 3 AND 500);
CREATE INDEX record_views_reason ON record_views (viewer_id, user_id, at DESC) WHERE reason IS NOT NULL;

-- As before, and: the reasons that were given for opening the person's record, and those that the person gave.
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
  UPDATE record_views SET reason = NULL WHERE reason IS NOT NULL AND person IN (user_id, viewer_id);
  INSERT INTO audit (actor_id, action, subject, subject_id) VALUES (by_whom, 'erased', 'user', person);
END $$;
