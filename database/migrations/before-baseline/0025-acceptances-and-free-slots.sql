-- Who has still to accept a version in force, and how many have accepted each version, is kept as it changes: among 100,000 people both took longer to
-- find than to read.

-- Active people without an acceptance of a version in force that something requires. Derived: kept by the triggers below, from nothing by recount_acceptances().
CREATE TABLE missing_acceptances (
  version_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (version_id, user_id)
);
CREATE INDEX missing_acceptances_of_person ON missing_acceptances (user_id);

-- Acceptances are only ever added. In slices, so that those who accept the same text at once do not wait for each other: their sum counts.
CREATE TABLE acceptance_counts (
  version_id uuid NOT NULL,
  slice int NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (version_id, slice)
) WITH (fillfactor = 50);

-- Publishing looks at everybody; whoever registers, accepts or becomes active meanwhile must be seen or see what is published.
-- Shared for one person, alone for everybody; what is read next is read after whoever was before has ended.
CREATE FUNCTION lock_missing_acceptances(alone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(hashtext('missing_acceptances'));
  ELSE PERFORM pg_advisory_xact_lock_shared(hashtext('missing_acceptances'));
  END IF;
END $$;

CREATE FUNCTION keep_acceptance_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(false);
  DELETE FROM missing_acceptances WHERE version_id = NEW.version_id AND user_id = NEW.user_id;
  INSERT INTO acceptance_counts AS c VALUES (NEW.version_id, pg_backend_pid() % 8, 1)
  ON CONFLICT (version_id, slice) DO UPDATE SET count = c.count + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER acceptances_counted AFTER INSERT ON acceptances FOR EACH ROW EXECUTE FUNCTION keep_acceptance_counts();

-- In one order, so that two who accept the same texts never wait for each other's counts.
CREATE OR REPLACE FUNCTION accept_contracts(client uuid, by_whom uuid, versions uuid[], at timestamptz, address inet, agent text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO acceptances (user_id, version_id, sha256, ip, user_agent, recorded_by, accepted_at)
  SELECT client, v.id, v.sha256, address, agent, by_whom, at FROM contract_versions v
  WHERE v.id = ANY (versions) AND v.published_at IS NOT NULL ORDER BY v.id
  ON CONFLICT (user_id, version_id) DO NOTHING
$$;

-- Somebody comes, goes or comes back.
CREATE FUNCTION keep_missing_of_people() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER users_missing AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION keep_missing_of_people();
CREATE TRIGGER users_missing_again AFTER UPDATE OF active ON users
  FOR EACH ROW WHEN (OLD.active <> NEW.active) EXECUTE FUNCTION keep_missing_of_people();

-- Everybody who is missing of one contract, anew.
CREATE FUNCTION find_missing_acceptances(contract uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(true);
  DELETE FROM missing_acceptances m USING contract_versions v WHERE v.id = m.version_id AND v.contract_id = contract;
  INSERT INTO missing_acceptances
  SELECT c.version_id, u.id FROM current_contracts c CROSS JOIN users u
  WHERE c.id = contract AND c.required_for IS NOT NULL AND u.active
    AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.version_id = c.version_id AND a.user_id = u.id);
  -- From hardly anybody to everybody at once: the list would be planned for hardly anybody until somebody looks.
  ANALYZE missing_acceptances;
END $$;

CREATE FUNCTION keep_missing_of_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM find_missing_acceptances(CASE TG_TABLE_NAME WHEN 'contracts' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'contract_id')::uuid END);
  RETURN NULL;
END $$;
CREATE TRIGGER contract_versions_missing AFTER INSERT ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION keep_missing_of_contracts();
CREATE TRIGGER contract_versions_missing_again AFTER UPDATE OF published_at ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION keep_missing_of_contracts();
CREATE TRIGGER contracts_missing AFTER UPDATE OF required_for ON contracts
  FOR EACH ROW WHEN (OLD.required_for IS DISTINCT FROM NEW.required_for) EXECUTE FUNCTION keep_missing_of_contracts();

CREATE FUNCTION recount_acceptances() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(true);
  DELETE FROM missing_acceptances;
  PERFORM find_missing_acceptances(id) FROM contracts;
  DELETE FROM acceptance_counts;
  INSERT INTO acceptance_counts SELECT version_id, 0, count(*) FROM acceptances GROUP BY version_id;
END $$;
SELECT recount_acceptances();

-- Searching and planning anew look for free seats: of a large organisation's slots few are free, and of full ones nothing is read. A slot that is booked full
-- leaves this index without a write to it.
CREATE INDEX slots_free_of_schedule ON slots (schedule_id, starts_at) INCLUDE (mentor_id, seats, taken, held)
  WHERE live AND taken + held < seats AND blocked IS NULL;
