-- What became of each message. The row of the outbox is the truth: who sends it, how often it was tried, what was sent to whom, and why not.
ALTER TABLE outbox
  ADD COLUMN channel text CHECK (channel IN ('email', 'sms')),
  ADD COLUMN recipient text, -- the address or number it went to
  ADD COLUMN subject text,
  ADD COLUMN body text, -- the very text that went out
  ADD COLUMN why text, -- why it was dropped, could not be sent or failed, or what is not known of it: a word of contract/messages.ts
  ADD COLUMN lease uuid, -- whoever has it in hand until due_at; nobody else changes it meanwhile
  ADD COLUMN tried_since timestamptz, -- when it was first tried
  ADD COLUMN once text, -- there is one message of this key and no more
  ADD COLUMN resent_from uuid; -- the message that staff had sent again

-- waiting: until it is due, or until a lease ends · sending: handed over, and no answer yet · sent: a gateway has taken it · delivered: it arrived · shown: kept to be read in the demo
-- · failed · dropped: no longer true · unsendable: there is no way to this person. (NOT VALID: every old row passed a stricter one.)
ALTER TABLE outbox DROP CONSTRAINT outbox_state_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_state_check
  CHECK (state IN ('waiting', 'sending', 'sent', 'delivered', 'shown', 'failed', 'dropped', 'unsendable')) NOT VALID;

-- As before, and the texts that went out.
CREATE OR REPLACE FUNCTION erase_person(person uuid, by_whom uuid) RETURNS void LANGUAGE plpgsql AS $$
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
  UPDATE outbox SET detail = '{}', error = NULL, recipient = NULL, subject = NULL, body = NULL, lease = NULL, why = CASE state WHEN 'waiting' THEN 'erased' ELSE why END,
    state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END WHERE user_id = person;
  -- A mentor's name stands in what their clients were sent.
  IF EXISTS (SELECT 1 FROM mentor_profiles WHERE user_id = person) THEN
    UPDATE outbox SET subject = NULL, body = NULL WHERE body IS NOT NULL AND detail ->> 'mentor_id' = person::text;
  END IF;
  UPDATE appointments SET questions = '{}', cancel_reason = '', changed_by = by_whom, change_reason = '' WHERE user_id = person;
  UPDATE audit SET reason = '', before = NULL, after = NULL WHERE person_id = person;
  INSERT INTO audit (actor_id, action, subject, subject_id) VALUES (by_whom, 'erased', 'user', person);
END $$;
