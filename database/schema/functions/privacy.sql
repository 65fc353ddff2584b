-- The audit log, retention, and erasing a person.

-- Refuses to change or delete audit rows, except by erasing a person and by retention.
CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - make_interval(months => (SELECT audit_months FROM settings)) THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'audit rows are kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_reject_change';
  END IF;
  IF EXISTS (SELECT 1 FROM users WHERE id = OLD.person_id AND erased_at IS NOT NULL)
    AND (NEW.id, NEW.at, NEW.action, NEW.subject) = (OLD.id, OLD.at, OLD.action, OLD.subject)
    AND (NEW.actor_id, NEW.subject_id, NEW.person_id) IS NOT DISTINCT FROM (OLD.actor_id, OLD.subject_id, OLD.person_id)
    AND NEW.reason = '' AND NEW.before IS NULL AND NEW.after IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'audit rows never change' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_reject_change';
END $$;
CREATE TRIGGER audit_reject_change BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION reject_audit_change();

-- Returns the numbers that were a person's, as far as the record knows them, without those that belong to
-- another active person now.
CREATE FUNCTION phone_numbers_of(person uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT n.number), '{}') FROM (
    SELECT phone FROM users WHERE id = person
    UNION SELECT person_phone FROM acceptances WHERE user_id = person
    UNION SELECT phone FROM phone_codes WHERE user_id = person
    UNION SELECT m[1] FROM audit a, regexp_matches(concat(a.before, a.after), '"(\+[1-9][0-9]{4,14})"', 'g') m WHERE a.person_id = person
  ) n (number)
  WHERE n.number IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.phone = n.number AND u.active AND u.id <> person)
$$;

-- Returns the e-mail addresses that were a person's, in lower case, without those that another active
-- person has verified.
CREATE FUNCTION email_addresses_of(person uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT a.address), '{}') FROM (
    SELECT lower(email) FROM users WHERE id = person
    UNION SELECT email FROM phone_codes WHERE user_id = person
    UNION SELECT lower(detail ->> 'email') FROM outbox WHERE user_id = person
  ) a (address)
  WHERE a.address IS NOT NULL
    AND NOT EXISTS (SELECT FROM users u WHERE lower(u.email) = a.address AND u.active AND u.email_verified_at IS NOT NULL AND u.id <> person)
$$;

-- Erases stored answers of idempotency keys that name a person or an object of theirs.
-- The key of another actor stays: a repeated request neither shows the answer nor runs again.
CREATE FUNCTION erase_stored_answers(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  theirs text[] := ARRAY(
    SELECT person UNION SELECT id FROM appointments WHERE user_id = person UNION SELECT id FROM waiting_list WHERE user_id = person
    UNION SELECT id FROM time_off WHERE mentor_id = person UNION SELECT id FROM time_off_requests WHERE mentor_id = person UNION SELECT id FROM outbox WHERE user_id = person
    UNION SELECT id FROM invitations WHERE user_id = person)::text[];
BEGIN
  DELETE FROM idempotency_keys WHERE actor = person::text;
  UPDATE idempotency_keys SET answer = NULL WHERE answer IS NOT NULL AND EXISTS (
    SELECT FROM regexp_matches(answer::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') m WHERE m[1] = ANY (theirs));
END $$;

-- Erases a person from every table. Ids, hashes, versions and times stay.
-- server/features/users/erase-completely.test.ts checks every column.
CREATE FUNCTION erase_person(person uuid, by_whom uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  picture uuid;
  numbers text[];
  addresses text[];
BEGIN
  SELECT photo_id INTO picture FROM users WHERE id = person FOR UPDATE;
  numbers := phone_numbers_of(person);
  addresses := email_addresses_of(person);
  DELETE FROM provider_tickets WHERE phone = ANY (numbers) OR email = (SELECT lower(email) FROM users WHERE id = person);
  PERFORM erase_stored_answers(person);
  UPDATE users SET name = 'Erased person', phone = NULL, contact_name = NULL, contact_phone = NULL, email = NULL, email_verified_at = NULL, photo_id = NULL, password_hash = NULL,
    note = '', spoken_language = NULL, needs_interpreter = false, working_languages = '{}', active = false, erased_at = coalesce(erased_at, now()) WHERE id = person;
  DELETE FROM photos WHERE id = picture;
  DELETE FROM sessions WHERE user_id = person;
  DELETE FROM calendar_feeds WHERE user_id = person;
  DELETE FROM saved_views WHERE user_id = person;
  DELETE FROM phone_codes WHERE user_id = person OR phone = ANY (numbers) OR email = ANY (addresses);
  DELETE FROM registration_tickets WHERE phone = ANY (numbers) OR email = ANY (addresses);
  DELETE FROM role_assignments WHERE user_id = person;
  DELETE FROM invitations WHERE user_id = person;
  DELETE FROM provider_accounts WHERE user_id = person;
  DELETE FROM provider_sign_ins WHERE user_id = person;
  DELETE FROM setup_links WHERE user_id = person;
  UPDATE mentor_profiles SET bio = '' WHERE user_id = person;
  UPDATE time_off SET reason = '' WHERE mentor_id = person;
  DELETE FROM hours_proposals WHERE mentor_id = person;
  DELETE FROM time_off_requests WHERE mentor_id = person;
  UPDATE waiting_list SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL WHERE user_id = person AND is_open_entry(state);
  UPDATE waiting_list SET language = NULL, interpreter = NULL WHERE user_id = person AND num_nonnulls(language, interpreter) > 0;
  UPDATE acceptances SET person_name = NULL, person_phone = NULL, ip = NULL, user_agent = NULL WHERE user_id = person;
  -- The computer of a member of staff, in what they recorded for others.
  UPDATE acceptances SET ip = NULL, user_agent = NULL WHERE recorded_by = person AND recorded_by <> user_id;
  UPDATE outbox SET detail = '{}', error = NULL, recipient = NULL, subject = NULL, body = NULL, lease = NULL, why = CASE state WHEN 'waiting' THEN 'erased' ELSE why END,
    state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END WHERE user_id = person;
  -- Messages to other people: about the person's appointments, and those that name a mentor or who invites.
  UPDATE outbox SET subject = NULL, body = NULL WHERE body IS NOT NULL AND appointment_id IN (SELECT id FROM appointments WHERE user_id = person OR mentor_id = person);
  UPDATE outbox SET subject = NULL, body = NULL WHERE body IS NOT NULL AND detail ->> 'mentor_id' = person::text;
  UPDATE outbox SET subject = NULL, body = NULL WHERE body IS NOT NULL AND kind = 'invitation' AND detail ->> 'inviter_id' = person::text;
  UPDATE webhook_deliveries SET answer = NULL, detail = NULL WHERE person::text IN (data ->> 'id', data ->> 'client_id', data ->> 'mentor_id');
  UPDATE appointments SET questions = '{}', interpreter_language = NULL, cancel_reason = '', changed_by = by_whom, change_reason = '', idempotency_key = NULL WHERE user_id = person;
  UPDATE audit SET reason = '', before = NULL, after = NULL WHERE person_id = person;
  UPDATE record_views SET reason = NULL WHERE reason IS NOT NULL AND person IN (user_id, viewer_id);
  INSERT INTO audit (actor_id, action, subject, subject_id) VALUES (by_whom, 'erased', 'user', person);
END $$;

-- Refuses an update of forgotten_at that changes more than an appointment's texts, because such an update
-- writes no audit row and no message.
CREATE FUNCTION check_retention_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.forgotten_at IS NULL OR (NEW.questions, NEW.cancel_reason, NEW.change_reason) <> ('{}', '', '')
    OR (NEW.status, NEW.slot_id, NEW.user_id, NEW.payment_status) <> (OLD.status, OLD.slot_id, OLD.user_id, OLD.payment_status)
    OR (NEW.excused_at, NEW.interpreter_language) IS DISTINCT FROM (OLD.excused_at, OLD.interpreter_language)
  THEN
    RAISE EXCEPTION 'forgetting takes an appointment’s words and changes nothing else' USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_forgotten';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_check_retention BEFORE UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.forgotten_at IS DISTINCT FROM OLD.forgotten_at) EXECUTE FUNCTION check_retention_update();
