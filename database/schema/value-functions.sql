-- Functions that defaults, generated columns, constraints and indexes use. They are created before the tables.
-- Stored values and index entries keep the result of an earlier definition: see database/schema/README.md
-- before you change one.

-- Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits. PostgreSQL 18 has its own; we
-- support 15.
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Returns an appointment's reference: 8 characters of Crockford base32, 40 random bits.
-- The first five bytes of a version 4 UUID are all random.
CREATE FUNCTION new_reference() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  random bytea := uuid_send(gen_random_uuid());
  bits bigint := (get_byte(random, 0)::bigint << 32) | (get_byte(random, 1)::bigint << 24) | (get_byte(random, 2)::bigint << 16)
    | (get_byte(random, 3)::bigint << 8) | get_byte(random, 4)::bigint;
  reference text := '';
BEGIN
  FOR i IN 0..7 LOOP
    reference := substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((bits >> (i * 5)) & 31)::int + 1, 1) || reference;
  END LOOP;
  RETURN reference;
END $$;

-- Returns the SHA-256 of a text in hexadecimal digits.
CREATE FUNCTION sha256_of(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(body, 'UTF8')), 'hex')
$$;

-- Whether an appointment of this status holds its seat.
CREATE FUNCTION holds_seat(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('pending', 'booked', 'arrived', 'fulfilled', 'noshow')
$$;

-- Folds a text for searching and sorting: lower case, without accents, with ASCII letters for those that
-- Unicode does not decompose.
CREATE FUNCTION fold_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(replace(replace(replace(
    regexp_replace(normalize(lower(words), NFKD), E'[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħı', 'olddhi')
$$;

-- Splits a text into lower-case words.
CREATE FUNCTION words_of(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower(value), '[^[:alnum:]]+'), '');

-- Whether an answer counts as stars: one to five.
CREATE FUNCTION is_star(widget text, value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN widget = 'star' AND value ~ '^[1-5]$';

-- Whether a value is encrypted by server/platform/secrets.
CREATE FUNCTION is_sealed(value bytea) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT length(value) > 40 AND substring(value FROM 1 FOR 4) = 'osk1'::bytea $$;
