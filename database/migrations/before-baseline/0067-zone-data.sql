-- Time zone data. The instants of sessions are derived from the local clock by the zone data of the server that plans them.

-- The newest release that any server had, and when all future sessions were last compared with it. An older server changes nothing.
CREATE TABLE zone_data (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version text NOT NULL DEFAULT '',
  checked_at timestamptz
);
INSERT INTO zone_data DEFAULT VALUES;

-- A server's row of an earlier release stays: it may have planned sessions by it.
CREATE TABLE zone_data_servers (
  server text NOT NULL,
  version text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (server, version)
);

-- What a release changed: the times before and those that its rules give. With a conflict the session stays where it was.
CREATE TABLE zone_data_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  schedule_id uuid NOT NULL REFERENCES schedules,
  version text NOT NULL,
  found_at timestamptz NOT NULL,
  before_starts_at timestamptz NOT NULL,
  after_starts_at timestamptz,
  booked int NOT NULL,
  conflict text CHECK (conflict IN ('time_skipped', 'time_repeated', 'length_changed', 'past', 'mentor_busy', 'client_busy')),
  UNIQUE (schedule_id, version)
);
CREATE INDEX zone_data_changes_found ON zone_data_changes (found_at DESC, id);

-- Shifts a session's slots, with their appointments (slots_take_along): the last first where they go later, so that none is in another's way.
CREATE FUNCTION shift_slots(session uuid, shift interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  slot uuid;
BEGIN
  FOR slot IN SELECT id FROM slots WHERE schedule_id = session AND live
    ORDER BY extract(epoch FROM starts_at) * CASE WHEN shift > interval '0' THEN -1 ELSE 1 END, id
  LOOP
    UPDATE slots SET starts_at = starts_at + shift, ends_at = ends_at + shift WHERE id = slot;
  END LOOP;
END $$;
