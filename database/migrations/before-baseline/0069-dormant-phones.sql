-- Networks hand unused numbers to other people. A number that was not used for a year opens its record only with the name or the e-mail address on file.

-- When the number of a person was last used: a login, a confirmed code, or a session in use (within a day). Without a row: when the record was created.
CREATE TABLE phone_uses (
  user_id uuid PRIMARY KEY REFERENCES users,
  used_at timestamptz NOT NULL
);
-- What is known of earlier use. Sessions are removed 30 days after their last use; the audit log and appointments reach further back.
INSERT INTO phone_uses (user_id, used_at)
  SELECT used.user_id, max(used.at) FROM (
    SELECT user_id, last_used_at AS at FROM sessions WHERE program IS NULL
    UNION ALL SELECT actor_id, at FROM audit WHERE actor_id IS NOT NULL
    UNION ALL SELECT booked_by, created_at FROM appointments) used
  GROUP BY used.user_id;

-- A login that waits for the name or the e-mail address on file.
ALTER TABLE login_tickets
  DROP CONSTRAINT login_tickets_awaits,
  ADD CONSTRAINT login_tickets_awaits CHECK (awaits IN ('phone', 'app', 'identity'));

-- Another number counts as used when it is entered, and ends what the number before it had begun. An erased person leaves no trace of use.
CREATE FUNCTION restart_phone_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone THEN
    DELETE FROM login_tickets WHERE user_id = NEW.id AND awaits = 'identity';
  END IF;
  IF NEW.erased_at IS NOT NULL THEN
    DELETE FROM phone_uses WHERE user_id = NEW.id;
  ELSIF NEW.phone IS NOT NULL AND NEW.phone IS DISTINCT FROM OLD.phone THEN
    INSERT INTO phone_uses (user_id, used_at) VALUES (NEW.id, now()) ON CONFLICT (user_id) DO UPDATE SET used_at = excluded.used_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_restart_phone_use AFTER UPDATE OF phone, erased_at ON users FOR EACH ROW EXECUTE FUNCTION restart_phone_use();

-- As before, and notes once a day that the person is still there. Rows that another transaction holds wait for the next time: no deadlocks.
CREATE OR REPLACE FUNCTION touch_sessions(ids uuid[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE sessions SET last_used_at = at WHERE id = ANY (ids);
  UPDATE phone_uses SET used_at = at WHERE user_id IN (
    SELECT p.user_id FROM phone_uses p JOIN sessions s ON s.user_id = p.user_id
    WHERE s.id = ANY (ids) AND s.program IS NULL AND p.used_at < at - interval '1 day' FOR NO KEY UPDATE OF p SKIP LOCKED);
END $$;
