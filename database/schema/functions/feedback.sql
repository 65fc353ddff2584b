-- Feedback: everything that is derived from answers. Each count is written in the transaction of the
-- answer; recount_feedback() computes the counts again.

-- Copies mentor and support type from the appointment into new feedback.
CREATE FUNCTION fill_feedback_mentor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT a.mentor_id, s.support_type_id INTO NEW.mentor_id, NEW.support_type_id
  FROM appointments a JOIN schedules s ON s.id = a.schedule_id WHERE a.id = NEW.appointment_id;
  RETURN NEW;
END $$;
CREATE TRIGGER feedback_fill_mentor BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION fill_feedback_mentor();

-- Refuses to attach feedback to another appointment.
CREATE FUNCTION reject_feedback_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'feedback stays with its session' USING ERRCODE = 'check_violation', CONSTRAINT = 'feedback_session';
END $$;
CREATE TRIGGER feedback_reject_session_change BEFORE UPDATE ON feedback FOR EACH ROW
  WHEN ((OLD.appointment_id, OLD.type) <> (NEW.appointment_id, NEW.type)) EXECUTE FUNCTION reject_feedback_session_change();

-- Adds and removes the stars of an answer.
CREATE FUNCTION count_stars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The new one first, so that no sum is too low in between.
  IF TG_OP <> 'DELETE' AND is_star(NEW.widget, NEW.value) THEN PERFORM add_star(NEW.feedback_id, 1, NEW.value::int); END IF;
  IF TG_OP <> 'INSERT' AND is_star(OLD.widget, OLD.value) THEN PERFORM add_star(OLD.feedback_id, -1, OLD.value::int); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_answers_add_stars AFTER INSERT ON feedback_answers FOR EACH ROW WHEN (NEW.widget = 'star') EXECUTE FUNCTION count_stars();
CREATE TRIGGER feedback_answers_change_stars AFTER UPDATE ON feedback_answers FOR EACH ROW
  WHEN (OLD.widget = 'star' OR NEW.widget = 'star') EXECUTE FUNCTION count_stars();
CREATE TRIGGER feedback_answers_remove_stars AFTER DELETE ON feedback_answers FOR EACH ROW WHEN (OLD.widget = 'star') EXECUTE FUNCTION count_stars();

-- Adds a star answer to its feedback and, for feedback of clients other than the mentor, to the mentor's rating; sign -1
-- removes it.
CREATE FUNCTION add_star(given uuid, sign int, star int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  mentor uuid;
  author uuid;
  rated int; -- 1 with the first star of the feedback, -1 without the last one
BEGIN
  -- Locked until the end, so that a concurrent change of mentor moves these stars as well. Before the feedback, as
  -- such a change locks them.
  SELECT a.mentor_id, f.author_id INTO mentor, author FROM feedback f JOIN appointments a ON a.id = f.appointment_id WHERE f.id = given AND f.type = 'client' FOR SHARE OF a;
  UPDATE feedback SET stars = stars + sign, star_sum = star_sum + sign * star WHERE id = given
    RETURNING CASE WHEN stars = greatest(sign, 0) THEN sign ELSE 0 END INTO rated;
  IF mentor <> author THEN PERFORM add_mentor_rating(mentor, rated, sign, sign * star); END IF;
END $$;

-- Adds to a mentor's rating. Concurrent calls add up.
CREATE FUNCTION add_mentor_rating(mentor uuid, more_feedbacks int, more_stars int, more_sum int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mentor_ratings (mentor_id, stars, star_sum) VALUES (mentor, 0, 0) ON CONFLICT (mentor_id) DO NOTHING;
  UPDATE mentor_ratings SET feedbacks = feedbacks + more_feedbacks, stars = stars + more_stars, star_sum = star_sum + more_sum WHERE mentor_id = mentor;
END $$;

-- Moves the stars of an appointment that goes to another mentor. A mentor's own stars do not count.
CREATE FUNCTION sync_stars_with_appointment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given feedback;
BEGIN
  SELECT * INTO given FROM feedback WHERE appointment_id = NEW.id AND type = 'client' AND stars > 0;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM FROM mentor_ratings WHERE mentor_id IN (OLD.mentor_id, NEW.mentor_id) ORDER BY mentor_id FOR UPDATE;
  IF given.author_id <> NEW.mentor_id THEN PERFORM add_mentor_rating(NEW.mentor_id, 1, given.stars, given.star_sum); END IF;
  IF given.author_id <> OLD.mentor_id THEN PERFORM add_mentor_rating(OLD.mentor_id, -1, -given.stars, -given.star_sum); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_sync_stars AFTER UPDATE ON appointments FOR EACH ROW
  WHEN (OLD.mentor_id <> NEW.mentor_id) EXECUTE FUNCTION sync_stars_with_appointment();

-- Adds or subtracts the stars of feedback whose author stops or starts to be its mentor, when two records are merged.
CREATE FUNCTION sync_stars_with_author() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE WHEN NEW.author_id = NEW.mentor_id THEN -1 ELSE 1 END;
BEGIN
  PERFORM add_mentor_rating(NEW.mentor_id, sign, sign * NEW.stars, sign * NEW.star_sum);
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_sync_stars AFTER UPDATE OF author_id ON feedback FOR EACH ROW
  WHEN (NEW.type = 'client' AND NEW.stars > 0 AND (OLD.author_id = OLD.mentor_id) <> (NEW.author_id = NEW.mentor_id))
  EXECUTE FUNCTION sync_stars_with_author();

-- Updates feedback after its appointment goes to another mentor or session.
CREATE FUNCTION sync_feedback_with_appointment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feedback f SET mentor_id = NEW.mentor_id, support_type_id = s.support_type_id
  FROM schedules s WHERE f.appointment_id = NEW.id AND s.id = NEW.schedule_id;
  RETURN NULL;
END $$;
-- Updates the feedback of a moved appointment. Without a list of columns: commands set slot_id only.
CREATE TRIGGER appointments_sync_feedback AFTER UPDATE ON appointments
  FOR EACH ROW WHEN (OLD.mentor_id <> NEW.mentor_id OR OLD.schedule_id <> NEW.schedule_id) EXECUTE FUNCTION sync_feedback_with_appointment();

-- Updates feedback after its session goes to another support type.
CREATE FUNCTION sync_feedback_with_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feedback f SET support_type_id = NEW.support_type_id
  FROM appointments a WHERE f.appointment_id = a.id AND a.schedule_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_sync_feedback AFTER UPDATE OF support_type_id ON schedules
  FOR EACH ROW WHEN (OLD.support_type_id <> NEW.support_type_id) EXECUTE FUNCTION sync_feedback_with_schedule();

-- Indexes the answers of feedback, once per statement.
CREATE FUNCTION index_changed_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_feedback(ARRAY(SELECT DISTINCT feedback_id FROM changed ORDER BY feedback_id));
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_answers_index AFTER INSERT ON feedback_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_changed_answers();
CREATE TRIGGER feedback_answers_index_changed AFTER UPDATE ON feedback_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_changed_answers();
CREATE TRIGGER feedback_answers_index_removed AFTER DELETE ON feedback_answers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_changed_answers();

-- Writes `told` and `words` of some feedback from its answers.
CREATE FUNCTION index_feedback(which uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feedback_wordings (type, question_id, prompt, widget, value)
  SELECT DISTINCT f.type, x.question_id, x.prompt, x.widget, CASE x.widget WHEN 'text' THEN '' ELSE x.value END
  FROM unnest(which) AS given(id) JOIN feedback f ON f.id = given.id JOIN feedback_answers x ON x.feedback_id = f.id
  WHERE NOT EXISTS (SELECT 1 FROM feedback_wordings w WHERE w.type = f.type AND w.question_id = x.question_id AND w.prompt = x.prompt
    AND w.widget = x.widget AND w.value = CASE x.widget WHEN 'text' THEN '' ELSE x.value END)
  ORDER BY 1, 2, 3, 4, 5 ON CONFLICT DO NOTHING;

  UPDATE feedback f
  SET told = ARRAY(SELECT w.id FROM feedback_answers x JOIN feedback_wordings w ON w.type = f.type AND w.question_id = x.question_id
        AND w.prompt = x.prompt AND w.widget = x.widget AND w.value = CASE x.widget WHEN 'text' THEN '' ELSE x.value END
      WHERE x.feedback_id = f.id ORDER BY w.id),
    words = (SELECT CASE WHEN count(*) > 0 THEN coalesce(array_agg(DISTINCT said.word) FILTER (WHERE length(said.word) BETWEEN 4 AND 30), '{}') END
      FROM feedback_answers x LEFT JOIN LATERAL (SELECT word COLLATE "C" AS word FROM unnest(words_of(x.value)) AS w(word)) said ON true
      WHERE x.feedback_id = f.id AND x.widget = 'text' AND x.value <> '')
  FROM unnest(which) AS given(id) WHERE f.id = given.id;
END $$;

-- Subtracts the old and adds the new state of feedback to the counts.
CREATE FUNCTION update_feedback_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_feedback_counts(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_feedback_counts(NEW, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_count AFTER INSERT OR DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION update_feedback_counts();
CREATE TRIGGER feedback_count_change AFTER UPDATE OF mentor_id, support_type_id, created_at, stars, star_sum, told ON feedback FOR EACH ROW
  WHEN ((OLD.mentor_id, OLD.support_type_id, OLD.created_at, OLD.stars, OLD.star_sum, OLD.told)
    <> (NEW.mentor_id, NEW.support_type_id, NEW.created_at, NEW.stars, NEW.star_sum, NEW.told)) EXECUTE FUNCTION update_feedback_counts();

-- Adds feedback with its answers to the counts; times -1 subtracts it.
-- The row of all months comes first: concurrent feedback about the same mentor waits there, so that the
-- rows of answers are always written in one order.
CREATE FUNCTION add_feedback_counts(f feedback, times int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feedback_counts AS c
  SELECT m.month, f.type, f.mentor_id, f.support_type_id, times, times * (f.stars > 0)::int, times * f.stars, times * f.star_sum
  FROM (VALUES ('-infinity'::date), (feedback_month(f.created_at))) m(month)
  ON CONFLICT (month, type, mentor_id, support_type_id) DO UPDATE
  SET count = c.count + excluded.count, rated = c.rated + excluded.rated, stars = c.stars + excluded.stars, star_sum = c.star_sum + excluded.star_sum;

  INSERT INTO feedback_answer_counts AS c
  SELECT m.month, f.mentor_id, f.support_type_id, w.id, times
  FROM (VALUES ('-infinity'::date), (feedback_month(f.created_at))) m(month), unnest(f.told) AS w(id)
  ON CONFLICT (month, mentor_id, support_type_id, wording) DO UPDATE SET count = c.count + excluded.count;
END $$;

-- Returns the first day of the month in settings.time_zone.
CREATE FUNCTION feedback_month(at timestamptz) RETURNS date LANGUAGE sql STABLE
RETURN date_trunc('month', at AT TIME ZONE (SELECT time_zone FROM settings))::date;

-- Computes all counts of feedback again.
CREATE FUNCTION recount_feedback() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  LOCK TABLE feedback, feedback_answers IN SHARE ROW EXCLUSIVE MODE;
  SELECT time_zone INTO zone FROM settings;
  DELETE FROM feedback_counts;
  DELETE FROM feedback_answer_counts;
  INSERT INTO feedback_counts
  SELECT coalesce(month, '-infinity'), type, mentor_id, support_type_id, count(*), count(*) FILTER (WHERE stars > 0), sum(stars), sum(star_sum)
  FROM (SELECT *, date_trunc('month', created_at AT TIME ZONE zone)::date AS month FROM feedback) f
  GROUP BY type, mentor_id, support_type_id, GROUPING SETS ((month), ());
  INSERT INTO feedback_answer_counts
  SELECT coalesce(month, '-infinity'), mentor_id, support_type_id, wording, count(*)
  FROM (SELECT f.mentor_id, f.support_type_id, w.id AS wording, date_trunc('month', f.created_at AT TIME ZONE zone)::date AS month
    FROM feedback f CROSS JOIN unnest(f.told) AS w(id)) told
  GROUP BY mentor_id, support_type_id, wording, GROUPING SETS ((month), ());
END $$;
