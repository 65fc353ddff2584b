-- The notice to a number that was replaced is not followed up by phone: often that number is out of use.
CREATE OR REPLACE FUNCTION outbox_phone_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NULL OR NEW.kind IN ('code', 'phone_changed', 'low_feedback', 'request_pending', 'feedback_request', 'contract_to_accept')
    OR (NEW.kind = 'reminder' AND NEW.state = 'unsendable')
    OR (NEW.kind = 'appointment_cancelled' AND NEW.detail ->> 'by' = 'client')
    OR (NEW.why = 'not_wanted' AND NEW.kind NOT IN ('appointment_approved', 'appointment_moved', 'appointment_cancelled', 'waiting_offer')) THEN
    NEW.phone_by := NULL;
  ELSE
    NEW.phone_by := coalesce(
      (SELECT starts_at FROM appointments WHERE id = NEW.appointment_id),
      (SELECT offer_ends_at FROM waiting_list WHERE id = (NEW.detail ->> 'entry_id')::uuid),
      coalesce(NEW.settled_at, now()) + interval '7 days');
  END IF;
  RETURN NEW;
END $$;
