-- People: abilities, merged records, log-ins.

-- Returns what a person may do: the union of all their roles. Written so that PostgreSQL inlines it into
-- the calling statement.
CREATE FUNCTION roles_of(person uuid) RETURNS TABLE (abilities text[], is_admin boolean, is_mentor boolean) LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT ability ORDER BY ability) FILTER (WHERE ability IS NOT NULL), '{}'), coalesce(bool_or(r.opens_admin), false), coalesce(bool_or(r.is_mentor), false)
  FROM role_assignments a JOIN roles r ON r.id = a.role_id LEFT JOIN LATERAL unnest(r.abilities) ability ON true
  WHERE a.user_id = person
$$;

-- Whether a person may change another person's record: only if they could give its holder every right that
-- the holder has.
-- The mentor's area is a right of mentors, and holders of RoleAssign Edit can give it. Without this rule, a
-- changed phone number would open a more powerful account.
CREATE FUNCTION may_manage(actor uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT '*' = ANY (a.abilities) OR (
      p.abilities <@ a.abilities
      AND (a.is_admin OR NOT p.is_admin)
      AND (a.is_mentor OR NOT p.is_mentor OR 'RoleAssign Edit' = ANY (a.abilities)))
    FROM roles_of(actor) a, roles_of(person) p
$$;

-- Returns a person's record and the records merged into it.
CREATE FUNCTION person_record_ids(person uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT person UNION ALL SELECT id FROM users WHERE merged_into = person
$$;

-- Whether an active person administers: holds `*` and opens the admin area, through any of their roles. Leaves out
-- these roles of this person, which are about to be taken.
CREATE FUNCTION has_administrator(person uuid DEFAULT NULL, without uuid[] DEFAULT '{}') RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN role_assignments a ON a.user_id = u.id JOIN roles r ON r.id = a.role_id
    WHERE u.active AND (person IS NULL OR u.id <> person OR r.id <> ALL (without))
    GROUP BY u.id HAVING bool_or('*' = ANY (r.abilities)) AND bool_or(r.opens_admin))
$$;

-- Refuses a change that would leave no administrator. Deferred, so that one transaction can hand the role over.
-- The lock makes concurrent changes wait for each other.
CREATE FUNCTION require_an_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Changes that concern no holder of `*` are free. Nested, because OLD has the columns of one table only, and
  -- PL/pgSQL parses an expression as a whole.
  IF TG_TABLE_NAME = 'users' THEN
    IF NOT '*' = ANY ((SELECT abilities FROM roles_of(OLD.id))::text[]) THEN RETURN NULL; END IF;
  ELSIF TG_TABLE_NAME = 'role_assignments' THEN
    IF NOT EXISTS (SELECT FROM roles WHERE id = OLD.role_id AND '*' = ANY (abilities))
      AND NOT '*' = ANY ((SELECT abilities FROM roles_of(OLD.user_id))::text[]) THEN RETURN NULL; END IF;
  ELSIF NOT '*' = ANY (OLD.abilities) THEN
    IF NOT EXISTS (
      SELECT FROM role_assignments a CROSS JOIN LATERAL roles_of(a.user_id) held WHERE a.role_id = OLD.id AND '*' = ANY (held.abilities)
    ) THEN RETURN NULL; END IF;
  END IF;
  -- After waiting for the lock, the check must see other transactions' changes; a frozen snapshot would
  -- not.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'administrators are changed under READ COMMITTED only' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('openhour.administrators'));
  IF NOT has_administrator() THEN
    RAISE EXCEPTION 'the last administrator cannot be removed' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER role_assignments_require_administrator AFTER DELETE OR UPDATE ON role_assignments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_an_administrator();
CREATE CONSTRAINT TRIGGER roles_require_administrator AFTER UPDATE OF abilities, opens_admin ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (('*' = ANY (OLD.abilities) AND NOT '*' = ANY (NEW.abilities)) OR (OLD.opens_admin AND NOT NEW.opens_admin)) EXECUTE FUNCTION require_an_administrator();
-- For a role that is deleted together with its assignments: their trigger no longer finds its abilities.
CREATE CONSTRAINT TRIGGER roles_require_administrator_after_delete AFTER DELETE ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ('*' = ANY (OLD.abilities)) EXECUTE FUNCTION require_an_administrator();
CREATE CONSTRAINT TRIGGER users_require_administrator AFTER UPDATE OF active ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION require_an_administrator();

-- Clears the verification of a number that is removed.
CREATE FUNCTION clear_phone_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.phone_verified_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_clear_phone_verification BEFORE UPDATE OF phone ON users FOR EACH ROW WHEN (NEW.phone IS NULL) EXECUTE FUNCTION clear_phone_verification();

-- Clears the verification of an e-mail address that is changed or removed. A code for the new address
-- verifies it in a later statement.
CREATE FUNCTION clear_email_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_verified_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_clear_email_verification BEFORE UPDATE OF email ON users FOR EACH ROW
  WHEN (lower(NEW.email) IS DISTINCT FROM lower(OLD.email)) EXECUTE FUNCTION clear_email_verification();

-- Counts a new number as used now, and ends identity checks of the number before. An erased person leaves
-- no trace of use.
CREATE FUNCTION reset_phone_use() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER users_reset_phone_use AFTER UPDATE OF phone, erased_at ON users FOR EACH ROW EXECUTE FUNCTION reset_phone_use();

-- Records that sessions and, once a day, their owners' numbers were used. A session that began without
-- the number says nothing about it. Does not wait for the disk. Skips rows that another transaction
-- holds, so that no deadlock is possible.
CREATE FUNCTION record_session_use(ids uuid[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE sessions SET last_used_at = at WHERE id = ANY (ids);
  UPDATE phone_uses SET used_at = at WHERE user_id IN (
    SELECT p.user_id FROM phone_uses p JOIN sessions s ON s.user_id = p.user_id
    WHERE s.id = ANY (ids) AND s.program IS NULL AND s.by_phone AND p.used_at < at - interval '1 day' FOR NO KEY UPDATE OF p SKIP LOCKED);
END $$;

-- Whether an unconfirmed number logs in with the password.
-- The person accepted a printed invitation.
CREATE FUNCTION has_login_name(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM users u JOIN invitations i ON i.user_id = u.id
    WHERE u.id = person AND u.phone IS NOT NULL AND u.password_hash IS NOT NULL AND i.channel = 'print' AND i.accepted_at IS NOT NULL)
$$;

-- The ways in which a person can sign in by themselves. `reached_by`: the channels ('sms', 'email')
-- that this site delivers codes by. A number or address counts if the person has confirmed it, and a
-- code reaches it or the person has a password to go with it. A second factor is none: it opens nothing
-- alone.
CREATE FUNCTION sign_in_methods(person uuid, reached_by text[]) RETURNS TABLE (kind text, id uuid) LANGUAGE sql STABLE AS $$
  SELECT 'phone', NULL::uuid FROM users WHERE id = person AND phone_verified_at IS NOT NULL AND ('sms' = ANY (reached_by) OR password_hash IS NOT NULL)
  UNION ALL SELECT 'email', NULL FROM users WHERE id = person AND email_verified_at IS NOT NULL AND ('email' = ANY (reached_by) OR password_hash IS NOT NULL)
  UNION ALL SELECT 'passkey', p.id FROM passkeys p WHERE p.user_id = person
  UNION ALL SELECT 'password', NULL FROM users WHERE id = person AND phone_verified_at IS NULL AND has_login_name(person)
  UNION ALL SELECT 'provider', a.id FROM provider_accounts a JOIN identity_providers p ON p.id = a.provider_id AND p.enabled WHERE a.user_id = person
$$;

-- Whether a role of the person demands an identity provider and none vouches for them: no account is linked, or
-- each one's provider ended it or is switched off. Their programs' tokens and calendar addresses rest until they
-- sign in by a provider.
CREATE FUNCTION lacks_provider(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM role_assignments a JOIN roles r ON r.id = a.role_id AND r.single_sign_on_only WHERE a.user_id = person)
    AND NOT EXISTS (SELECT FROM provider_accounts a JOIN identity_providers p ON p.id = a.provider_id AND p.enabled WHERE a.user_id = person AND a.ended_at IS NULL)
$$;

-- Ends unfinished log-ins after deactivation, erasure or a new password. The second factors and
-- passkeys of an erased or merged person go as well.
CREATE FUNCTION end_pending_logins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM login_tickets WHERE user_id = NEW.id;
  DELETE FROM passkey_challenges WHERE user_id = NEW.id;
  IF NEW.erased_at IS NOT NULL OR NEW.merged_into IS NOT NULL THEN
    DELETE FROM authenticators WHERE user_id = NEW.id;
    DELETE FROM recovery_codes WHERE user_id = NEW.id;
    DELETE FROM passkeys WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_logins AFTER UPDATE OF active, password_hash, erased_at ON users FOR EACH ROW
  WHEN (NOT NEW.active OR NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION end_pending_logins();

-- Revokes the calendar addresses of a person who is deactivated, merged or erased. Reactivation does not
-- restore them.
CREATE FUNCTION revoke_calendar_feeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE calendar_feeds SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_revoke_calendar_feeds AFTER UPDATE OF active ON users FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION revoke_calendar_feeds();

-- Whether a person has or had a way to sign in. No invitation opens such a record.
-- Unlike `sign_in_methods`, it does not depend on what this site can deliver.
CREATE FUNCTION has_account(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM users WHERE id = person AND num_nonnulls(phone_verified_at, email_verified_at, password_hash) > 0)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = person)
    OR EXISTS (SELECT FROM authenticators WHERE user_id = person)
    OR EXISTS (SELECT FROM provider_accounts WHERE user_id = person)
$$;

-- Revokes the invitation of an inactive person, or to an earlier address.
-- Reactivation does not restore it. Accepting would prove the wrong address.
CREATE FUNCTION revoke_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations SET revoked_at = now() WHERE user_id = NEW.id AND accepted_at IS NULL AND revoked_at IS NULL
    AND (NOT NEW.active OR address IS DISTINCT FROM CASE channel WHEN 'sms' THEN NEW.phone WHEN 'email' THEN lower(NEW.email) END);
  RETURN NULL;
END $$;
CREATE TRIGGER users_revoke_invitation AFTER UPDATE OF active, phone, email ON users FOR EACH ROW
  WHEN (NOT NEW.active OR NEW.phone IS DISTINCT FROM OLD.phone OR lower(NEW.email) IS DISTINCT FROM lower(OLD.email)) EXECUTE FUNCTION revoke_invitation();
