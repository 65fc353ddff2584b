-- People looked up by any part of their name, number or address at 100,000 of them; two records of one person; and who may touch whose record.

-- Words as they are compared: small letters, no accents, and those few letters that do not come apart by themselves.
CREATE FUNCTION fold_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(replace(replace(replace(
    regexp_replace(normalize(lower(words), NFKD), E'[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħı', 'olddhi')
$$;

-- All that a person is searched by in one column, every word with a space before it, so that one index serves every search.
ALTER TABLE users
  ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (fold_words(name)) STORED,
  ADD COLUMN search_words text NOT NULL GENERATED ALWAYS AS (' ' || fold_words(name) || coalesce(' ' || fold_words(email), '') || coalesce(' ' || phone, '')
    || coalesce(' ' || fold_words(contact_name), '') || coalesce(' ' || contact_phone, '')) STORED;
CREATE INDEX users_search ON users USING gin (search_words gin_trgm_ops);
CREATE INDEX users_listed ON users (name_key, id) INCLUDE (active) WHERE merged_into IS NULL AND erased_at IS NULL;

-- A record that was merged stays, points to the one that stands for the person (never to another merged one), and is read through it.
CREATE INDEX users_merged ON users (merged_into) WHERE merged_into IS NOT NULL;
ALTER TABLE users ADD CONSTRAINT users_merged_rest CHECK (merged_into IS NULL OR (NOT active AND merged_into <> id));

CREATE FUNCTION records_of(person uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT person UNION ALL SELECT id FROM users WHERE merged_into = person
$$;

-- What was accepted under a record that was merged is accepted.
CREATE OR REPLACE FUNCTION contracts_missing(client uuid, purpose text) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(c.version_id), '{}') FROM current_contracts c
  WHERE c.required_for = purpose
    AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.user_id IN (SELECT records_of(client)) AND a.version_id = c.version_id)
$$;

-- Nobody touches the record of somebody who can do what they cannot: a changed phone would be that person's log-in.
CREATE FUNCTION may_manage(actor uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT '*' = ANY (a.abilities) OR p.abilities <@ a.abilities FROM roles_of(actor) a, roles_of(person) p
$$;
