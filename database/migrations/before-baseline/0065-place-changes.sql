-- When the place or the meeting link of an appointment last changed. Writing it raises the revision, and so the SEQUENCE in calendars; the audit has one row for
-- the place or the session instead of one for each appointment.
ALTER TABLE appointments ADD COLUMN place_changed_at timestamptz;
DROP TRIGGER appointments_tell_change ON appointments;
CREATE TRIGGER appointments_tell_change AFTER UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.forgotten_at IS NOT DISTINCT FROM OLD.forgotten_at AND NEW.place_changed_at IS NOT DISTINCT FROM OLD.place_changed_at) EXECUTE FUNCTION tell_appointment();
-- So that nothing else can pass through silently next to it.
CREATE FUNCTION keep_place_change_plain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status, NEW.slot_id, NEW.user_id, NEW.payment_status, NEW.questions) <> (OLD.status, OLD.slot_id, OLD.user_id, OLD.payment_status, OLD.questions)
    OR NEW.excused_at IS DISTINCT FROM OLD.excused_at
  THEN
    RAISE EXCEPTION 'a change of the place changes nothing else' USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_place_changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_place_change BEFORE UPDATE ON appointments FOR EACH ROW
  WHEN (NEW.place_changed_at IS DISTINCT FROM OLD.place_changed_at) EXECUTE FUNCTION keep_place_change_plain();

-- As before; a client who wants no messages also has to hear that the place changed.
CREATE OR REPLACE FUNCTION outbox_phone_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NULL OR NEW.kind IN ('code', 'phone_changed', 'low_feedback', 'request_pending', 'feedback_request', 'contract_to_accept')
    OR (NEW.kind = 'reminder' AND NEW.state = 'unsendable')
    OR (NEW.kind = 'appointment_cancelled' AND NEW.detail ->> 'by' = 'client')
    OR (NEW.why = 'not_wanted' AND NEW.kind NOT IN ('appointment_approved', 'appointment_moved', 'appointment_cancelled', 'place_changed', 'waiting_offer')) THEN
    NEW.phone_by := NULL;
  ELSE
    NEW.phone_by := coalesce(
      (SELECT starts_at FROM appointments WHERE id = NEW.appointment_id),
      (SELECT offer_ends_at FROM waiting_list WHERE id = (NEW.detail ->> 'entry_id')::uuid),
      coalesce(NEW.settled_at, now()) + interval '7 days');
  END IF;
  RETURN NEW;
END $$;
