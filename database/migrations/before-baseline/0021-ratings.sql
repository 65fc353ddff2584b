-- Stars that clients gave, added up beside the answers: the rating of every mentor and the dashboard's average otherwise read all of a million sessions' feedback.
-- The triggers below add in the same transaction as the answer; nobody else writes these columns and this table.

ALTER TABLE feedback
  ADD COLUMN stars int NOT NULL DEFAULT 0, -- how many of its answers are stars
  ADD COLUMN star_sum int NOT NULL DEFAULT 0, -- and how many stars they are together
  ADD CONSTRAINT feedback_stars CHECK (stars >= 0 AND star_sum BETWEEN stars AND 5 * stars);

CREATE TABLE mentor_ratings (
  mentor_id uuid PRIMARY KEY REFERENCES users,
  stars int NOT NULL,
  star_sum int NOT NULL,
  CONSTRAINT mentor_ratings_stars CHECK (stars >= 0 AND star_sum BETWEEN stars AND 5 * stars)
);

-- Adds to what is there, so that two at once both count.
CREATE FUNCTION rate_mentor(mentor uuid, more_stars int, more_sum int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO mentor_ratings (mentor_id, stars, star_sum) VALUES (mentor, 0, 0) ON CONFLICT (mentor_id) DO NOTHING;
  UPDATE mentor_ratings SET stars = stars + more_stars, star_sum = star_sum + more_sum WHERE mentor_id = mentor;
$$;

CREATE FUNCTION is_star(widget text, value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN widget = 'star' AND value ~ '^[1-5]$';

CREATE FUNCTION add_star(given uuid, sign int, star int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  session uuid;
  mentor uuid;
BEGIN
  UPDATE feedback SET stars = stars + sign, star_sum = star_sum + sign * star WHERE id = given
    RETURNING CASE type WHEN 'client' THEN appointment_id END INTO session;
  IF session IS NULL THEN RETURN; END IF;
  -- Held until the end, so that the stars cannot miss a change of mentor that happens at once.
  SELECT mentor_id INTO mentor FROM appointments WHERE id = session FOR SHARE;
  PERFORM rate_mentor(mentor, sign, sign * star);
END $$;

CREATE FUNCTION count_stars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The new one first: between the two no sum is below what it may be.
  IF TG_OP <> 'DELETE' AND is_star(NEW.widget, NEW.value) THEN PERFORM add_star(NEW.feedback_id, 1, NEW.value::int); END IF;
  IF TG_OP <> 'INSERT' AND is_star(OLD.widget, OLD.value) THEN PERFORM add_star(OLD.feedback_id, -1, OLD.value::int); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_answers_given AFTER INSERT ON feedback_answers FOR EACH ROW WHEN (NEW.widget = 'star') EXECUTE FUNCTION count_stars();
CREATE TRIGGER feedback_answers_changed AFTER UPDATE ON feedback_answers FOR EACH ROW
  WHEN (OLD.widget = 'star' OR NEW.widget = 'star') EXECUTE FUNCTION count_stars();
CREATE TRIGGER feedback_answers_removed AFTER DELETE ON feedback_answers FOR EACH ROW WHEN (OLD.widget = 'star') EXECUTE FUNCTION count_stars();

-- Feedback stays with its session; a session that goes to another mentor takes its stars along.
CREATE FUNCTION refuse_other_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'feedback stays with its session' USING ERRCODE = 'check_violation', CONSTRAINT = 'feedback_session';
END $$;
CREATE TRIGGER feedback_kept BEFORE UPDATE ON feedback FOR EACH ROW
  WHEN ((OLD.appointment_id, OLD.type) <> (NEW.appointment_id, NEW.type)) EXECUTE FUNCTION refuse_other_session();

CREATE FUNCTION take_stars_along() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given feedback;
BEGIN
  SELECT * INTO given FROM feedback WHERE appointment_id = NEW.id AND type = 'client' AND stars > 0;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM FROM mentor_ratings WHERE mentor_id IN (OLD.mentor_id, NEW.mentor_id) ORDER BY mentor_id FOR UPDATE;
  PERFORM rate_mentor(NEW.mentor_id, given.stars, given.star_sum);
  PERFORM rate_mentor(OLD.mentor_id, -given.stars, -given.star_sum);
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_take_stars AFTER UPDATE ON appointments FOR EACH ROW
  WHEN (OLD.mentor_id <> NEW.mentor_id) EXECUTE FUNCTION take_stars_along();

-- The dashboard's average, from the index alone.
CREATE INDEX feedback_rated ON feedback (created_at) INCLUDE (stars, star_sum) WHERE type = 'client' AND stars > 0;

-- What was given before.
UPDATE feedback f SET stars = x.stars, star_sum = x.star_sum
  FROM (SELECT feedback_id, count(*) AS stars, sum(value::int) AS star_sum FROM feedback_answers WHERE is_star(widget, value) GROUP BY feedback_id) x
  WHERE x.feedback_id = f.id;
INSERT INTO mentor_ratings (mentor_id, stars, star_sum)
  SELECT a.mentor_id, sum(f.stars), sum(f.star_sum) FROM feedback f JOIN appointments a ON a.id = f.appointment_id
  WHERE f.type = 'client' AND f.stars > 0 GROUP BY a.mentor_id;
