-- A session that crosses midnight has slots of two local dates: each slot belongs to its own. The zone is looked at only for such sessions.
CREATE FUNCTION slot_date(session_date date, session_ends timestamp, zone text, starts timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN session_ends <= session_date + 1 THEN session_date ELSE (starts AT TIME ZONE zone)::date END
$$;

-- As before, by the slot's own date: a client who waits for 1 January is offered 00:30 of a session that began on 31 December, and not its 23:30.
CREATE OR REPLACE FUNCTION waiting_for(slot uuid) RETURNS SETOF waiting_list LANGUAGE sql STABLE AS $$
  SELECT w.* FROM slots x
  JOIN schedules s ON s.id = x.schedule_id AND s.status = 'published'
  JOIN places p ON p.id = s.place_id
  JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id
    AND slot_date(s.local_date, s.local_ends, p.time_zone, x.starts_at) BETWEEN w.from_date AND w.to_date
    AND (w.place_id IS NULL OR w.place_id = s.place_id) AND (w.mentor_id IS NULL OR w.mentor_id = x.mentor_id)
  JOIN users u ON u.id = w.user_id AND u.active
  JOIN users m ON m.id = x.mentor_id AND m.active
  WHERE x.id = slot AND x.live AND why_blocked(x.schedule_id, x.mentor_id, x.starts_at, x.ends_at) IS NULL
    AND NOT EXISTS (SELECT 1 FROM waiting_list o WHERE o.user_id = w.user_id AND o.state = 'offered')
    AND NOT EXISTS (SELECT 1 FROM waiting_offers o WHERE o.entry_id = w.id AND o.slot_id = x.id AND o.outcome IS DISTINCT FROM 'withdrawn')
    AND NOT EXISTS (
      SELECT 1 FROM appointments a JOIN schedules b ON b.id = a.schedule_id JOIN places q ON q.id = b.place_id
      WHERE a.user_id = w.user_id AND (
        (holds_seat(a.status) AND a.starts_at < x.ends_at AND a.ends_at > x.starts_at)
        OR (a.status IN ('pending', 'booked') AND b.support_type_id = w.support_type_id
          AND slot_date(b.local_date, b.local_ends, q.time_zone, a.starts_at) BETWEEN w.from_date AND w.to_date)
        OR (a.slot_id = x.id AND a.status = 'cancelled' AND a.cancelled_by = 'client')))
  ORDER BY w.position, w.id
$$;

-- As before, for everyone who waits for one of the session's dates.
CREATE OR REPLACE FUNCTION put_session_aside(session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entry uuid;
BEGIN
  FOR entry IN
    SELECT w.id FROM schedules s JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id
      AND s.local_date <= w.to_date AND (s.local_ends - interval '1 microsecond')::date >= w.from_date AND (w.place_id IS NULL OR w.place_id = s.place_id)
    WHERE s.id = session AND s.status = 'published' ORDER BY w.position, w.id
    OFFSET (SELECT count(*) FROM freed_seats f JOIN slots x ON x.id = f.slot_id WHERE x.schedule_id = session) -- so many have one already
  LOOP
    INSERT INTO freed_seats (slot_id)
    SELECT x.id FROM slots x
    WHERE x.schedule_id = session AND x.live AND x.taken + x.held < x.seats AND EXISTS (SELECT 1 FROM waiting_for(x.id) w WHERE w.id = entry)
    ORDER BY x.starts_at, x.roster LIMIT 1;
  END LOOP;
END $$;
