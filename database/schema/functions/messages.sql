-- Messages that did not reach a person.

-- Sets until when staff should phone a person whom a message did not reach: until the appointment starts or, if it was
-- cancelled, would have ended (domain/messages/last-moment.ts), until the offer ends, or for a week.
-- Null for what the person did themselves, for messages that can wait, and for people without messages
-- unless others changed their appointment. Null again when a receipt says that a failed message arrived after all.
CREATE FUNCTION set_outbox_phone_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'delivered' OR NEW.user_id IS NULL OR NEW.kind IN ('code', 'invitation', 'phone_changed', 'sign_in_changed', 'test_message', 'low_feedback', 'request_pending', 'feedback_request', 'contract_to_accept', 'hours_decided')
    OR (NEW.kind = 'reminder' AND NEW.state = 'unsendable')
    OR (NEW.kind = 'appointment_cancelled' AND NEW.detail ->> 'by' = 'client')
    OR (NEW.why = 'not_wanted' AND NEW.kind NOT IN ('appointment_approved', 'appointment_moved', 'appointment_cancelled', 'place_changed', 'waiting_offer')) THEN
    NEW.phone_by := NULL;
  ELSE
    NEW.phone_by := coalesce(
      (SELECT CASE NEW.kind WHEN 'appointment_cancelled' THEN ends_at ELSE starts_at END FROM appointments WHERE id = NEW.appointment_id),
      (SELECT offer_ends_at FROM waiting_list WHERE id = (NEW.detail ->> 'entry_id')::uuid),
      coalesce(NEW.settled_at, now()) + interval '7 days');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outbox_set_phone_by BEFORE INSERT OR UPDATE OF state ON outbox
  FOR EACH ROW WHEN (NEW.state IN ('failed', 'unsendable', 'delivered')) EXECUTE FUNCTION set_outbox_phone_by();
