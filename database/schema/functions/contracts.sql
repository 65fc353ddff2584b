-- Contracts: published versions, acceptances, and who has still to accept.

-- The published version in force of each contract.
CREATE VIEW current_contracts AS
  SELECT DISTINCT ON (c.id) c.id, c.key, c.required_for, c.revision, v.id AS version_id, v.version, v.title, v.body, v.sha256, v.published_at
  FROM contracts c JOIN contract_versions v ON v.contract_id = c.id
  WHERE v.published_at IS NOT NULL
  ORDER BY c.id, v.version DESC;

-- Returns the versions that a person has still to accept for a purpose. Acceptances of merged records count.
CREATE FUNCTION contracts_missing(client uuid, purpose text) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(c.version_id), '{}') FROM current_contracts c
  WHERE c.required_for = purpose
    AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.user_id IN (SELECT person_record_ids(client)) AND a.version_id = c.version_id)
$$;

-- Records acceptances. Skips drafts and versions accepted before. In one order, so that two people who
-- accept the same texts do not deadlock.
CREATE FUNCTION accept_contracts(client uuid, by_whom uuid, versions uuid[], at timestamptz, address inet, agent text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO acceptances (user_id, version_id, sha256, ip, user_agent, recorded_by, accepted_at)
  SELECT client, v.id, v.sha256, address, agent, by_whom, at FROM contract_versions v
  WHERE v.id = ANY (versions) AND v.published_at IS NOT NULL ORDER BY v.id
  ON CONFLICT (user_id, version_id) DO NOTHING
$$;

-- Copies name, phone and hash into a new acceptance, whatever the statement says. Refuses drafts.
CREATE FUNCTION copy_acceptance_details() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE published timestamptz;
BEGIN
  SELECT sha256, published_at INTO NEW.sha256, published FROM contract_versions WHERE id = NEW.version_id;
  IF published IS NULL THEN
    RAISE EXCEPTION 'only a published version can be accepted' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_published';
  END IF;
  SELECT name, phone INTO NEW.person_name, NEW.person_phone FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;
CREATE TRIGGER acceptances_copy_details BEFORE INSERT ON acceptances FOR EACH ROW EXECUTE FUNCTION copy_acceptance_details();

-- Refuses to change or delete an acceptance, except that erasing a person blanks the personal data.
CREATE FUNCTION reject_acceptance_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)
    AND (NEW.id, NEW.user_id, NEW.version_id, NEW.sha256, NEW.recorded_by, NEW.accepted_at)
      = (OLD.id, OLD.user_id, OLD.version_id, OLD.sha256, OLD.recorded_by, OLD.accepted_at)
    AND NEW.person_name IS NULL AND NEW.person_phone IS NULL AND NEW.ip IS NULL AND NEW.user_agent IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an acceptance never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_reject_change';
END $$;
CREATE TRIGGER acceptances_reject_change BEFORE UPDATE OR DELETE ON acceptances FOR EACH ROW EXECUTE FUNCTION reject_acceptance_change();

-- Refuses to change or delete a published version.
CREATE FUNCTION reject_published_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL THEN
    RAISE EXCEPTION 'a published contract version never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'contract_versions_reject_change';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER contract_versions_reject_change BEFORE UPDATE OR DELETE ON contract_versions FOR EACH ROW EXECUTE FUNCTION reject_published_version_change();

-- Locks missing_acceptances: shared for a change of one person, exclusively for a change of a contract.
CREATE FUNCTION lock_missing_acceptances(alone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(hashtext('missing_acceptances'));
  ELSE PERFORM pg_advisory_xact_lock_shared(hashtext('missing_acceptances'));
  END IF;
END $$;

-- Counts a new acceptance and removes it from the missing ones.
CREATE FUNCTION count_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(false);
  DELETE FROM missing_acceptances WHERE version_id = NEW.version_id AND user_id = NEW.user_id;
  INSERT INTO acceptance_counts AS c VALUES (NEW.version_id, pg_backend_pid() % 8, 1)
  ON CONFLICT (version_id, slice) DO UPDATE SET count = c.count + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER acceptances_count AFTER INSERT ON acceptances FOR EACH ROW EXECUTE FUNCTION count_acceptance();

-- Finds the missing acceptances of a person who is new, or was activated or deactivated.
CREATE FUNCTION refresh_missing_acceptances_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(false);
  IF TG_OP = 'UPDATE' THEN DELETE FROM missing_acceptances WHERE user_id = NEW.id; END IF;
  IF NEW.active THEN
    INSERT INTO missing_acceptances
    SELECT c.version_id, NEW.id FROM current_contracts c WHERE c.required_for IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.version_id = c.version_id AND a.user_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_refresh_missing AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION refresh_missing_acceptances_of_person();
CREATE TRIGGER users_refresh_missing_again AFTER UPDATE OF active ON users
  FOR EACH ROW WHEN (OLD.active <> NEW.active) EXECUTE FUNCTION refresh_missing_acceptances_of_person();

-- Finds the missing acceptances of a contract after a version is published or its purpose changes.
CREATE FUNCTION refresh_missing_acceptances_of_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recompute_missing_acceptances(CASE TG_TABLE_NAME WHEN 'contracts' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'contract_id')::uuid END);
  RETURN NULL;
END $$;
CREATE TRIGGER contract_versions_refresh_missing AFTER INSERT ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION refresh_missing_acceptances_of_contract();
CREATE TRIGGER contract_versions_refresh_missing_again AFTER UPDATE OF published_at ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION refresh_missing_acceptances_of_contract();
CREATE TRIGGER contracts_refresh_missing AFTER UPDATE OF required_for ON contracts
  FOR EACH ROW WHEN (OLD.required_for IS DISTINCT FROM NEW.required_for) EXECUTE FUNCTION refresh_missing_acceptances_of_contract();

-- Finds everyone who has still to accept a contract.
CREATE FUNCTION recompute_missing_acceptances(contract uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(true);
  DELETE FROM missing_acceptances m USING contract_versions v WHERE v.id = m.version_id AND v.contract_id = contract;
  INSERT INTO missing_acceptances
  SELECT c.version_id, u.id FROM current_contracts c CROSS JOIN users u
  WHERE c.id = contract AND c.required_for IS NOT NULL AND u.active
    AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.version_id = c.version_id AND a.user_id = u.id);
  -- The table can grow from nearly empty to everyone; without this, plans assume the old size.
  ANALYZE missing_acceptances;
END $$;

-- Computes missing_acceptances and acceptance_counts again.
CREATE FUNCTION recount_acceptances() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(true);
  DELETE FROM missing_acceptances;
  PERFORM recompute_missing_acceptances(id) FROM contracts;
  DELETE FROM acceptance_counts;
  INSERT INTO acceptance_counts SELECT version_id, 0, count(*) FROM acceptances GROUP BY version_id;
END $$;
