-- Contracts: published versions, acceptances, and who has still to accept.

-- The published version in force of each contract that is not withdrawn.
CREATE VIEW current_contracts AS
  SELECT DISTINCT ON (c.id) c.id, c.key, c.required_for, c.revision, v.id AS version_id, v.version, v.title, v.body, v.sha256, v.published_at, v.language
  FROM contracts c JOIN contract_versions v ON v.contract_id = c.id
  WHERE v.published_at IS NOT NULL AND c.withdrawn_at IS NULL
  ORDER BY c.id, v.version DESC;

-- Returns the versions that a person has still to accept for a purpose. Acceptances of merged records count.
CREATE FUNCTION contracts_missing(client uuid, purpose text) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(c.version_id), '{}') FROM current_contracts c
  WHERE c.required_for = purpose
    AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.user_id IN (SELECT person_record_ids(client)) AND a.version_id = c.version_id)
$$;

-- Every text that can be accepted: the original of a published version, and its translations in force.
CREATE VIEW contract_texts AS
  SELECT v.id AS version_id, v.language, v.title, v.body, v.sha256 FROM contract_versions v WHERE v.published_at IS NOT NULL
  UNION ALL
  SELECT t.version_id, t.language, t.title, t.body, t.sha256 FROM contract_version_translations t;

-- Returns the versions that have no text in the language in which a person says to have read them. Null: the original.
CREATE FUNCTION contract_texts_unknown(versions uuid[], languages text[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT x.version_id), '{}') FROM unnest(versions, languages) x (version_id, language)
  WHERE x.language IS NOT NULL AND NOT EXISTS (SELECT 1 FROM contract_texts t WHERE t.version_id = x.version_id AND t.language = x.language)
$$;

-- Returns the versions that a booking lacks: required and neither accepted before nor now, or read in an unknown text.
CREATE FUNCTION contracts_to_accept(client uuid, accepted uuid[], languages text[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT m FROM unnest(contracts_missing(client, 'booking')) m WHERE m <> ALL (coalesce(accepted, '{}'))
    UNION SELECT unnest(contract_texts_unknown(accepted, languages)))
$$;

-- Records acceptances, each of the text in the language at the same position; null: the original. Skips drafts and
-- versions accepted before. In one order, so that two people who accept the same texts do not deadlock.
CREATE FUNCTION accept_contracts(client uuid, by_whom uuid, versions uuid[], at timestamptz, address inet, agent text, languages text[] DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO acceptances (user_id, version_id, language, sha256, ip, user_agent, recorded_by, accepted_at)
  SELECT client, v.id, coalesce(x.language, v.language), v.sha256, address, agent, by_whom, at
  FROM unnest(versions, languages) x (version_id, language) JOIN contract_versions v ON v.id = x.version_id
  WHERE v.published_at IS NOT NULL ORDER BY v.id
  ON CONFLICT (user_id, version_id) DO NOTHING
$$;

-- Copies name, phone, and the hash of the text in the language that was read into a new acceptance, whatever the
-- statement says. Refuses drafts and languages without a text. Without a language: the original.
CREATE FUNCTION copy_acceptance_details() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  original record;
BEGIN
  SELECT language, published_at INTO original FROM contract_versions WHERE id = NEW.version_id;
  IF original.published_at IS NULL THEN
    RAISE EXCEPTION 'only a published version can be accepted' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_published';
  END IF;
  NEW.language := coalesce(NEW.language, original.language);
  SELECT sha256 INTO NEW.sha256 FROM contract_texts WHERE version_id = NEW.version_id AND language = NEW.language;
  IF NEW.sha256 IS NULL THEN
    RAISE EXCEPTION 'the version has no text in this language' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptances_language';
  END IF;
  SELECT name, phone INTO NEW.person_name, NEW.person_phone FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;
CREATE TRIGGER acceptances_copy_details BEFORE INSERT ON acceptances FOR EACH ROW EXECUTE FUNCTION copy_acceptance_details();

-- Refuses to change or delete an acceptance, except that erasing a person blanks the personal data, and erasing who
-- recorded it their computer's.
CREATE FUNCTION reject_acceptance_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- A version without a language is in the organisation's.
CREATE FUNCTION fill_version_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.language := coalesce(NEW.language, (SELECT split_part(locale, '-', 1) FROM settings));
  RETURN NEW;
END $$;
CREATE TRIGGER contract_versions_fill_language BEFORE INSERT ON contract_versions FOR EACH ROW EXECUTE FUNCTION fill_version_language();

-- Puts the finished translations of a published version in force, of one language or (null) of all: those whose title
-- and body are of its text as it is. Locks the version: they do not change meanwhile.
CREATE FUNCTION publish_contract_translations(published uuid, into_language text, at timestamptz, by_whom uuid) RETURNS SETOF contract_version_translations LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM contract_versions WHERE id = published FOR UPDATE;
  RETURN QUERY INSERT INTO contract_version_translations (version_id, language, title, body, published_at, created_by)
    SELECT v.id, b.language, t.text, b.text, at, by_whom FROM contract_versions v
      JOIN translations t ON t.subject_id = v.id AND t.field = 'title' AND t.source_sha256 = sha256_of(v.title)
      JOIN translations b ON b.subject_id = v.id AND b.field = 'body' AND b.source_sha256 = v.sha256 AND b.language = t.language
    WHERE v.id = published AND b.language <> v.language AND (into_language IS NULL OR b.language = into_language)
      AND NOT EXISTS (SELECT 1 FROM contract_version_translations p WHERE p.version_id = v.id AND p.language = b.language)
    RETURNING *;
END $$;

-- Puts the finished translations in force together with their version.
CREATE FUNCTION publish_version_translations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_contract_translations(NEW.id, NULL, NEW.published_at, NEW.created_by);
  RETURN NULL;
END $$;
CREATE TRIGGER contract_versions_publish_translations AFTER UPDATE OF published_at ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION publish_version_translations();

-- Refuses a translation in force of a draft or in the language of the original, and to change or delete one.
CREATE FUNCTION reject_translation_in_force_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT 1 FROM contract_versions WHERE id = NEW.version_id AND published_at IS NOT NULL AND language <> NEW.language)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a translation in force belongs to a published version and never changes'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'contract_version_translations_reject_change';
END $$;
CREATE TRIGGER contract_version_translations_reject_change BEFORE INSERT OR UPDATE OR DELETE ON contract_version_translations
  FOR EACH ROW EXECUTE FUNCTION reject_translation_in_force_change();

-- Refuses to change the draft of a translation in force. Locks the version, so that none goes in force meanwhile.
CREATE FUNCTION reject_published_translation_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  draft translations := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM 1 FROM contract_versions WHERE id = draft.subject_id FOR SHARE;
  IF EXISTS (SELECT 1 FROM contract_version_translations WHERE version_id = draft.subject_id AND language = draft.language) THEN
    RAISE EXCEPTION 'a translation in force never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'translations_in_force';
  END IF;
  RETURN draft;
END $$;
CREATE TRIGGER translations_reject_in_force BEFORE INSERT OR UPDATE OR DELETE ON translations
  FOR EACH ROW EXECUTE FUNCTION reject_published_translation_draft();

-- Locks missing_acceptances: shared for a change of one person, exclusively for a change of a contract.
CREATE FUNCTION lock_missing_acceptances(alone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(hashtext('missing_acceptances'));
  ELSE PERFORM pg_advisory_xact_lock_shared(hashtext('missing_acceptances'));
  END IF;
END $$;

-- Counts a new acceptance and removes it from the missing ones, also of the record into which the person's was merged.
CREATE FUNCTION count_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(false);
  DELETE FROM missing_acceptances WHERE version_id = NEW.version_id
    AND user_id = (SELECT coalesce(u.merged_into, u.id) FROM users u WHERE u.id = NEW.user_id);
  INSERT INTO acceptance_counts AS c VALUES (NEW.version_id, pg_backend_pid() % 8, 1)
  ON CONFLICT (version_id, slice) DO UPDATE SET count = c.count + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER acceptances_count AFTER INSERT ON acceptances FOR EACH ROW EXECUTE FUNCTION count_acceptance();

-- Finds the missing acceptances of a person who is new, or was activated or deactivated, and removes those that another
-- record of theirs, merged into the remaining one, brings.
CREATE FUNCTION refresh_missing_acceptances_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(false);
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM missing_acceptances WHERE user_id = NEW.id;
    DELETE FROM missing_acceptances m USING acceptances a WHERE m.user_id = NEW.merged_into AND a.user_id = NEW.id AND a.version_id = m.version_id;
  END IF;
  IF NEW.active THEN
    INSERT INTO missing_acceptances
    SELECT c.version_id, NEW.id FROM current_contracts c WHERE c.required_for IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.version_id = c.version_id AND a.user_id IN (SELECT person_record_ids(NEW.id)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_refresh_missing AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION refresh_missing_acceptances_of_person();
CREATE TRIGGER users_refresh_missing_again AFTER UPDATE OF active, merged_into ON users
  FOR EACH ROW WHEN (OLD.active <> NEW.active OR OLD.merged_into IS DISTINCT FROM NEW.merged_into)
  EXECUTE FUNCTION refresh_missing_acceptances_of_person();

-- Finds the missing acceptances of a contract after a version is published or withdrawn, or its purpose changes.
CREATE FUNCTION refresh_missing_acceptances_of_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recompute_missing_acceptances(CASE TG_TABLE_NAME WHEN 'contracts' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'contract_id')::uuid END);
  RETURN NULL;
END $$;
CREATE TRIGGER contract_versions_refresh_missing AFTER INSERT ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION refresh_missing_acceptances_of_contract();
CREATE TRIGGER contract_versions_refresh_missing_again AFTER UPDATE OF published_at ON contract_versions
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION refresh_missing_acceptances_of_contract();
CREATE TRIGGER contracts_refresh_missing AFTER UPDATE OF required_for, withdrawn_at ON contracts
  FOR EACH ROW WHEN ((OLD.required_for, OLD.withdrawn_at) IS DISTINCT FROM (NEW.required_for, NEW.withdrawn_at)) EXECUTE FUNCTION refresh_missing_acceptances_of_contract();

-- Finds everyone who has still to accept a contract. Acceptances of merged records count.
CREATE FUNCTION recompute_missing_acceptances(contract uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_missing_acceptances(true);
  DELETE FROM missing_acceptances m USING contract_versions v WHERE v.id = m.version_id AND v.contract_id = contract;
  INSERT INTO missing_acceptances
  SELECT c.version_id, u.id FROM current_contracts c CROSS JOIN users u
  WHERE c.id = contract AND c.required_for IS NOT NULL AND u.active
    AND NOT EXISTS (SELECT 1 FROM acceptances a JOIN users r ON r.id = a.user_id WHERE a.version_id = c.version_id AND coalesce(r.merged_into, r.id) = u.id);
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
