-- What every table leans on: ids, references, revisions, settings.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. PostgreSQL 18 has its own; the floor is 15.
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- 8 characters of Crockford base32: 40 random bits (the first five bytes of a version 4 UUID are all random).
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

CREATE FUNCTION sha256_of(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(body, 'UTF8')), 'hex')
$$;

-- The revision is the stamp of a record's last change; no writer can forget to raise it.
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END $$;

-- One row: what an administrator can set, with the product's defaults. Times in minutes, retention in months.
CREATE TABLE settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  site_name text NOT NULL DEFAULT 'Openhour' CHECK (length(site_name) BETWEEN 1 AND 80),
  contact text NOT NULL DEFAULT '',
  phone_country text NOT NULL DEFAULT 'GB' CHECK (phone_country ~ '^[A-Z]{2}$'),
  currency text NOT NULL DEFAULT 'GBP' CHECK (currency ~ '^[A-Z]{3}$'),
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'Europe/London',
  notice_minutes int NOT NULL DEFAULT 120 CHECK (notice_minutes BETWEEN 0 AND 43200),
  change_minutes int NOT NULL DEFAULT 720 CHECK (change_minutes BETWEEN 0 AND 43200),
  max_open int NOT NULL DEFAULT 3 CHECK (max_open BETWEEN 1 AND 100),
  missed_limit int NOT NULL DEFAULT 3 CHECK (missed_limit BETWEEN 1 AND 100),
  missed_days int NOT NULL DEFAULT 90 CHECK (missed_days BETWEEN 1 AND 3650),
  reminder_minutes int[] NOT NULL DEFAULT '{1440,120}',
  retention_months int NOT NULL DEFAULT 84 CHECK (retention_months BETWEEN 1 AND 1200),
  revision int NOT NULL DEFAULT 1
);
INSERT INTO settings DEFAULT VALUES;
CREATE TRIGGER settings_revision BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION raise_revision();
