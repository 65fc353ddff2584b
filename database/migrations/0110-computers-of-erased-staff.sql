-- The computers of erased staff stayed in what they had recorded for others. The function as it is now.
CREATE OR REPLACE FUNCTION reject_acceptance_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.user_id, NEW.version_id, NEW.language, NEW.sha256, NEW.recorded_by, NEW.accepted_at)
      = (OLD.id, OLD.user_id, OLD.version_id, OLD.language, OLD.sha256, OLD.recorded_by, OLD.accepted_at)
    AND NEW.ip IS NULL AND NEW.user_agent IS NULL
    AND (NEW.person_name IS NULL AND NEW.person_phone IS NULL AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)
      OR (NEW.person_name, NEW.person_phone) IS NOT DISTINCT FROM (OLD.person_name, OLD.person_phone)
        AND EXISTS (SELECT 1 FROM users WHERE id = OLD.recorded_by AND erased_at IS NOT NULL))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an acceptance never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_reject_change';
END $$;
UPDATE acceptances a SET ip = NULL, user_agent = NULL FROM users u
WHERE a.recorded_by <> a.user_id AND u.id = a.recorded_by AND u.erased_at IS NOT NULL AND num_nonnulls(a.ip, a.user_agent) > 0;
