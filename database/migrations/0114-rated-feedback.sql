-- A rating is shown from five feedbacks with stars on, not from five stars.
ALTER TABLE mentor_ratings ADD COLUMN feedbacks int NOT NULL DEFAULT 0;
UPDATE mentor_ratings r SET feedbacks = g.count
FROM (SELECT mentor_id, count(*) FROM feedback WHERE type = 'client' AND stars > 0 GROUP BY mentor_id) g WHERE g.mentor_id = r.mentor_id;
