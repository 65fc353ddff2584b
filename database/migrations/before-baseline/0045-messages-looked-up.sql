-- Whom to phone because a message did not reach them, until when that helps, and since when they know.
ALTER TABLE outbox
  ADD COLUMN phone_by timestamptz,
  ADD COLUMN told_at timestamptz;

-- Until the appointment begins or the offer ends, else for a week. Nobody is phoned for what they did themselves, for what can wait, or for a reminder that has no way to them; whoever wants no messages hears
-- of what others did to their appointment.
CREATE FUNCTION outbox_phone_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NULL OR NEW.kind IN ('code', 'low_feedback', 'request_pending', 'feedback_request', 'contract_to_accept')
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
CREATE TRIGGER outbox_phone_by BEFORE INSERT OR UPDATE OF state ON outbox
  FOR EACH ROW WHEN (NEW.state IN ('failed', 'unsendable')) EXECUTE FUNCTION outbox_phone_by();

UPDATE outbox SET state = state WHERE state IN ('failed', 'unsendable') AND created_at > now() - interval '90 days';
