-- Secrets that the product has to read again are encrypted with a key outside the database (server/platform/secrets). `key_check` is a known value under that key: a server with another key
-- file refuses to start.
ALTER TABLE installation ADD COLUMN key_check bytea;

CREATE FUNCTION is_sealed(value bytea) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT length(value) > 40 AND substring(value FROM 1 FOR 4) = 'osk1'::bytea $$;

-- NOT VALID: values from before are encrypted by the server that starts next, which has the key; from here on no plaintext is written.
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_secret_check,
  DROP CONSTRAINT webhook_endpoints_old_secret_check,
  ADD CONSTRAINT webhook_endpoints_sealed CHECK (is_sealed(secret) AND is_sealed(old_secret)) NOT VALID;

ALTER TABLE busy_calendars DROP CONSTRAINT busy_calendars_address_check;
ALTER TABLE busy_calendars ALTER COLUMN address TYPE bytea USING convert_to(address, 'UTF8');
ALTER TABLE busy_calendars ADD CONSTRAINT busy_calendars_sealed CHECK (is_sealed(address)) NOT VALID;
