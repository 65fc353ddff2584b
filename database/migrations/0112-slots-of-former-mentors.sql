-- Times of people who are no mentors any more could be booked.
UPDATE slots x SET blocked = 'mentor_away' FROM mentor_times t
WHERE t.slot_id = x.id AND t.ends_at > now() AND x.live AND x.blocked IS NULL AND NOT EXISTS (
  SELECT 1 FROM users u JOIN role_assignments a ON a.user_id = u.id JOIN roles r ON r.id = a.role_id
  WHERE u.id = x.mentor_id AND u.active AND r.is_mentor);
