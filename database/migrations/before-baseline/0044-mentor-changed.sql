-- Another mentor in the same place at the same time is a move as well, however it comes about: whoever was booked is told whom they will meet. (As before but for that.)
CREATE OR REPLACE FUNCTION tell_appointment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  action text;
  message text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    action := CASE NEW.status WHEN 'pending' THEN 'requested' ELSE 'booked' END;
    message := action;
  ELSIF NEW.status <> OLD.status THEN
    action := CASE WHEN OLD.status = 'pending' AND NEW.status = 'booked' THEN 'approved' ELSE NEW.status END;
    message := CASE WHEN action IN ('approved', 'cancelled') THEN action END;
  ELSIF (NEW.slot_id, NEW.starts_at, NEW.mentor_id) <> (OLD.slot_id, OLD.starts_at, OLD.mentor_id) THEN
    action := 'moved';
    message := 'moved';
  ELSIF NEW.questions <> OLD.questions THEN action := 'questions';
  ELSIF NEW.payment_status <> OLD.payment_status THEN action := 'payment';
  ELSIF NEW.excused_at IS DISTINCT FROM OLD.excused_at THEN action := CASE WHEN NEW.excused_at IS NULL THEN 'counted' ELSE 'excused' END;
  ELSE action := 'changed';
  END IF;

  INSERT INTO audit (actor_id, action, subject, subject_id, person_id, reason, before, after)
  VALUES (NEW.changed_by, action, 'appointment', NEW.id, NEW.user_id, NEW.change_reason,
    CASE TG_OP WHEN 'UPDATE' THEN appointment_state(OLD) END, appointment_state(NEW));
  IF message IS NOT NULL THEN
    INSERT INTO outbox (kind, user_id, appointment_id, detail)
    VALUES ('appointment_' || message, NEW.user_id, NEW.id, jsonb_build_object('revision', NEW.revision, 'by', NEW.cancelled_by));
  END IF;
  RETURN NULL;
END $$;
