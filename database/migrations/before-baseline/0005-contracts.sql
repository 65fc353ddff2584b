-- Legally binding texts. Promise 4: a published version never changes; an acceptance never changes.

CREATE TABLE contracts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  key text NOT NULL UNIQUE CHECK (key ~ '^[a-z][a-z0-9_]{0,59}$'),
  required_for text CHECK (required_for IN ('registration', 'booking')),
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER contracts_revision BEFORE UPDATE ON contracts FOR EACH ROW EXECUTE FUNCTION raise_revision();

CREATE TABLE contract_versions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL REFERENCES contracts,
  version int NOT NULL CHECK (version >= 1),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL,
  sha256 text NOT NULL GENERATED ALWAYS AS (sha256_of(body)) STORED,
  published_at timestamptz,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (contract_id, version)
);

CREATE FUNCTION keep_published_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL THEN
    RAISE EXCEPTION 'a published contract version never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'contract_versions_kept';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER contract_versions_kept BEFORE UPDATE OR DELETE ON contract_versions FOR EACH ROW EXECUTE FUNCTION keep_published_version();

CREATE VIEW current_contracts AS
  SELECT DISTINCT ON (c.id) c.id, c.key, c.required_for, c.revision, v.id AS version_id, v.version, v.title, v.body, v.sha256, v.published_at
  FROM contracts c JOIN contract_versions v ON v.contract_id = c.id
  WHERE v.published_at IS NOT NULL
  ORDER BY c.id, v.version DESC;

CREATE TABLE acceptances (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users,
  version_id uuid NOT NULL REFERENCES contract_versions,
  sha256 text NOT NULL,
  person_name text,
  person_phone text,
  ip inet,
  user_agent text,
  recorded_by uuid NOT NULL REFERENCES users, -- somebody else than user_id: staff, on the client's behalf
  accepted_at timestamptz NOT NULL,
  UNIQUE (user_id, version_id)
);

-- Name, phone and hash are the database's own copy of what stood there: no caller can record another text than the one published.
CREATE FUNCTION fill_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE published timestamptz;
BEGIN
  SELECT sha256, published_at INTO NEW.sha256, published FROM contract_versions WHERE id = NEW.version_id;
  IF published IS NULL THEN
    RAISE EXCEPTION 'only a published version can be accepted' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_published';
  END IF;
  SELECT name, phone INTO NEW.person_name, NEW.person_phone FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;
CREATE TRIGGER acceptances_filled BEFORE INSERT ON acceptances FOR EACH ROW EXECUTE FUNCTION fill_acceptance();

-- The one permitted change: blanking who it was once that person is erased. Hash, version and time stay.
CREATE FUNCTION keep_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)
    AND (NEW.id, NEW.user_id, NEW.version_id, NEW.sha256, NEW.recorded_by, NEW.accepted_at)
      = (OLD.id, OLD.user_id, OLD.version_id, OLD.sha256, OLD.recorded_by, OLD.accepted_at)
    AND NEW.person_name IS NULL AND NEW.person_phone IS NULL AND NEW.ip IS NULL AND NEW.user_agent IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an acceptance never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_kept';
END $$;
CREATE TRIGGER acceptances_kept BEFORE UPDATE OR DELETE ON acceptances FOR EACH ROW EXECUTE FUNCTION keep_acceptance();

-- TRUNCATE passes by row triggers.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this table is never emptied' USING ERRCODE = 'check_violation', CONSTRAINT = 'never_emptied';
END $$;
CREATE TRIGGER contract_versions_not_emptied BEFORE TRUNCATE ON contract_versions EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER acceptances_not_emptied BEFORE TRUNCATE ON acceptances EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER role_assignments_not_emptied BEFORE TRUNCATE ON role_assignments EXECUTE FUNCTION refuse_truncate();
