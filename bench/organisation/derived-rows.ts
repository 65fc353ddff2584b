/**
 * What the triggers and the people would have written: history, messages, feedback, agreements, looks, and who
 * waits.
 */
export const derivedRows = (): string[] => [
  `INSERT INTO audit (at, actor_id, action, subject, subject_id, person_id, after)
    SELECT a.created_at, a.user_id, 'booked', 'appointment', a.id, a.user_id,
      jsonb_build_object('status', 'booked', 'schedule_id', a.schedule_id, 'mentor_id', a.mentor_id,
        'starts_at', to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    FROM appointments a JOIN many_people p ON p.id = a.user_id`,
  // One for each appointment, of every kind and fate.
  `INSERT INTO outbox (kind, user_id, appointment_id, state, channel, why, attempts, settled_at, due_at, created_at, phone_by)
    SELECT CASE WHEN n % 10 < 5 THEN 'appointment_booked' WHEN n % 10 < 8 THEN 'reminder' WHEN n % 10 = 8 THEN 'appointment_moved' ELSE 'appointment_cancelled' END,
      user_id, id, state, CASE state WHEN 'unsendable' THEN NULL WHEN 'delivered' THEN 'sms' ELSE 'email' END, CASE state WHEN 'unsendable' THEN 'no_gateway' WHEN 'failed' THEN 'refused' END,
      1, created_at, created_at, created_at, CASE WHEN state IN ('failed', 'unsendable') THEN starts_at END
    FROM (SELECT a.*, CASE WHEN n / 10 % 10 < 6 THEN 'sent' WHEN n / 10 % 10 < 8 THEN 'delivered' WHEN n / 10 % 100 < 95 THEN 'unsendable' ELSE 'failed' END AS state FROM (
      SELECT id, user_id, created_at, starts_at, abs(hashtext(id::text)) AS n FROM appointments WHERE user_id IN (SELECT id FROM many_people)) a) a`,
  // What the jobs have already asked for: they do not do days of work while the lists are measured.
  `INSERT INTO outbox (kind, user_id, appointment_id, state, channel, attempts, settled_at, due_at, created_at, once)
    SELECT 'feedback_request', user_id, id, 'sent', 'email', 1, ends_at, ends_at, ends_at, 'feedback ' || id
    FROM appointments WHERE status = 'fulfilled' AND starts_at > now() - interval '4 days' AND user_id IN (SELECT id FROM many_people)`,
  `CREATE TEMP TABLE many_feedbacks AS SELECT new_id() AS id, a.id AS appointment_id, a.user_id, a.mentor_id, s.support_type_id, a.starts_at + interval '1 hour' AS at,
      x.fate FROM many_slots x JOIN appointments a ON a.slot_id = x.id JOIN schedules s ON s.id = a.schedule_id WHERE x.status = 'fulfilled' AND x.fate % 5 = 0`,
  `INSERT INTO feedback (id, type, appointment_id, author_id, mentor_id, support_type_id, created_at)
    SELECT id, 'client', appointment_id, user_id, mentor_id, support_type_id, at FROM many_feedbacks`,
  `INSERT INTO feedback_answers (feedback_id, question_id, prompt, widget, value, position)
    SELECT f.id, q.id, q.prompt, q.widget, CASE q.widget WHEN 'star' THEN (1 + (f.fate + q.position) % 5)::text ELSE 'It helped to say it aloud.' END, q.position
    FROM many_feedbacks f JOIN feedback_questions q ON q.type = 'client' AND q.active AND q.widget IN ('star', 'text')`,
  `UPDATE feedback f SET stars = x.stars, star_sum = x.star_sum
    FROM (SELECT feedback_id, count(*) AS stars, sum(value::int) AS star_sum FROM feedback_answers WHERE widget = 'star' GROUP BY feedback_id) x
    WHERE x.feedback_id = f.id AND f.id IN (SELECT id FROM many_feedbacks)`,
  `INSERT INTO mentor_ratings (mentor_id, stars, star_sum, feedbacks)
    SELECT a.mentor_id, sum(f.stars), sum(f.star_sum), count(*) FILTER (WHERE f.stars > 0) FROM many_feedbacks m JOIN feedback f ON f.id = m.id JOIN appointments a ON a.id = f.appointment_id
    GROUP BY a.mentor_id`,
  'SELECT index_feedback(ARRAY(SELECT id FROM many_feedbacks))',
  'SELECT recount_feedback(), recount_outcomes(), recount_seats()',
  `INSERT INTO acceptances (user_id, version_id, language, sha256, person_name, person_phone, ip, user_agent, recorded_by, accepted_at)
    SELECT p.id, c.version_id, c.language, c.sha256, u.name, u.phone, '203.0.113.7', 'Browser', p.id, u.created_at
    FROM many_people p JOIN users u ON u.id = p.id CROSS JOIN current_contracts c WHERE c.required_for IS NOT NULL`,
  'SELECT recount_acceptances()',
  `INSERT INTO record_views (viewer_id, user_id, what, at)
    SELECT m.id, p.id, 'history', now() - make_interval(mins => p.n) FROM many_people p JOIN many_mentors m ON m.n = p.n % 200`,
  `INSERT INTO waiting_list (user_id, support_type_id, from_date, to_date)
    SELECT p.id, t.support_type_id, current_date + 60, current_date + 74 FROM many_people p JOIN many_teams t ON t.team = p.n % 50 WHERE p.n <= 3000`,
]
