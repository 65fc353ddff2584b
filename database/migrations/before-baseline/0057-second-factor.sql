-- The second factor follows from what a person may do, and setting up an authenticator takes more than the password.

-- What a login in progress waits for: the code sent to the phone, which allows setting up an authenticator, or the authenticator's own code.
ALTER TABLE login_tickets
  ADD COLUMN awaits text NOT NULL DEFAULT 'app',
  ADD CONSTRAINT login_tickets_awaits CHECK (awaits IN ('phone', 'app')),
  ADD CONSTRAINT login_tickets_phone_first CHECK (awaits = 'app' OR secret IS NULL);
-- Tickets issued before this migration offered an authenticator for the password alone.
DELETE FROM login_tickets WHERE secret IS NOT NULL AND used_at IS NULL;

-- A set-up link stays the proof for setting up the first administrator's authenticator until that is done. Links used before grant nothing.
ALTER TABLE setup_links ADD COLUMN ended_at timestamptz;
UPDATE setup_links SET ended_at = used_at WHERE used_at IS NOT NULL;

-- A person acts on a record only when they could give its holder every right that it holds: each ability, the admin area, and the mentor's area, which
-- mentors have themselves and holders of RoleAssign Edit can give.
CREATE OR REPLACE FUNCTION may_manage(actor uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT '*' = ANY (a.abilities) OR (
      p.abilities <@ a.abilities
      AND (a.is_admin OR NOT p.is_admin)
      AND (a.is_mentor OR NOT p.is_mentor OR 'RoleAssign Edit' = ANY (a.abilities)))
    FROM roles_of(actor) a, roles_of(person) p
$$;

-- Sessions and tokens of mentors, and of holders of abilities outside the admin area, were opened without a second factor.
UPDATE sessions s SET ended_at = now() FROM users u CROSS JOIN LATERAL roles_of(u.id) r
  WHERE u.id = s.user_id AND s.ended_at IS NULL AND NOT r.is_admin AND (r.is_mentor OR r.abilities <> '{}');
