-- Feedback that stayed with the former mentor or support type when its appointment moved.
UPDATE feedback f SET mentor_id = a.mentor_id, support_type_id = s.support_type_id
FROM appointments a JOIN schedules s ON s.id = a.schedule_id
WHERE a.id = f.appointment_id AND (f.mentor_id, f.support_type_id) <> (a.mentor_id, s.support_type_id);
