-- Addresses from which calendar apps fetch somebody's appointments, or those at a place, again and again. Whoever has the address reads them: only its SHA-256 is kept.
CREATE TABLE calendar_feeds (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Whose it is, or for a place who made it: it shows what they may see today, and nothing once they are gone.
  user_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('client', 'mentor', 'place')),
  place_id uuid REFERENCES places,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT calendar_feeds_place CHECK ((kind = 'place') = (place_id IS NOT NULL))
);
CREATE INDEX calendar_feeds_user ON calendar_feeds (user_id) WHERE revoked_at IS NULL;
CREATE INDEX calendar_feeds_at_place ON calendar_feeds (place_id) WHERE revoked_at IS NULL AND place_id IS NOT NULL;

-- Whoever is deactivated, merged away or erased has no calendar left, whichever way that came about; coming back brings none of them back.
CREATE FUNCTION stop_calendar_feeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE calendar_feeds SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_stop_calendar_feeds AFTER UPDATE OF active ON users FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION stop_calendar_feeds();
