-- As before, except that a client whose offer the organisation withdrew keeps the turn for that seat: only those who declined it or did not answer are passed over.
CREATE OR REPLACE FUNCTION waiting_for(slot uuid) RETURNS SETOF waiting_list LANGUAGE sql STABLE AS $$
  SELECT w.* FROM slots x
  JOIN schedules s ON s.id = x.schedule_id AND s.status = 'published'
  JOIN waiting_list w ON w.state = 'waiting' AND w.support_type_id = s.support_type_id AND s.local_date BETWEEN w.from_date AND w.to_date
    AND (w.place_id IS NULL OR w.place_id = s.place_id) AND (w.mentor_id IS NULL OR w.mentor_id = x.mentor_id)
  JOIN users u ON u.id = w.user_id AND u.active
  JOIN users m ON m.id = x.mentor_id AND m.active
  WHERE x.id = slot AND x.live AND why_blocked(x.schedule_id, x.mentor_id, x.starts_at, x.ends_at) IS NULL
    AND NOT EXISTS (SELECT 1 FROM waiting_list o WHERE o.user_id = w.user_id AND o.state = 'offered')
    AND NOT EXISTS (SELECT 1 FROM waiting_offers o WHERE o.entry_id = w.id AND o.slot_id = x.id AND o.outcome IS DISTINCT FROM 'withdrawn')
    AND NOT EXISTS (
      SELECT 1 FROM appointments a JOIN schedules b ON b.id = a.schedule_id
      WHERE a.user_id = w.user_id AND (
        (holds_seat(a.status) AND a.starts_at < x.ends_at AND a.ends_at > x.starts_at)
        OR (a.status IN ('pending', 'booked') AND b.support_type_id = w.support_type_id AND b.local_date BETWEEN w.from_date AND w.to_date)
        OR (a.slot_id = x.id AND a.status = 'cancelled' AND a.cancelled_by = 'client')))
  ORDER BY w.position, w.id
$$;
