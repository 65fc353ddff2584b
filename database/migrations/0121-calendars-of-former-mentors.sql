-- Former mentors keep no connected calendar, which they could not remove.
DELETE FROM busy_calendars c WHERE NOT EXISTS (
  SELECT FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = c.mentor_id AND r.is_mentor);
