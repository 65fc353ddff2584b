-- What feedback says together is counted as it is given: 160,000 answers a page are too many to count again each time it is opened.

-- Whose session it was about, beside the feedback itself. Derived: kept like the appointment by the triggers below.
ALTER TABLE feedback
  ADD COLUMN mentor_id uuid,
  ADD COLUMN support_type_id uuid;
UPDATE feedback f SET mentor_id = a.mentor_id, support_type_id = s.support_type_id
FROM appointments a JOIN schedules s ON s.id = a.schedule_id WHERE a.id = f.appointment_id;
ALTER TABLE feedback ALTER COLUMN mentor_id SET NOT NULL, ALTER COLUMN support_type_id SET NOT NULL;

CREATE INDEX feedback_of_mentor ON feedback (mentor_id, created_at DESC, id DESC);
CREATE INDEX feedback_of_support_type ON feedback (support_type_id, created_at DESC, id DESC);
CREATE INDEX feedback_author ON feedback (author_id);

-- The words of an answer, small; signs stand between words.
CREATE FUNCTION words_of(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower(value), '[^[:alnum:]]+'), '');
CREATE INDEX feedback_answers_containing ON feedback_answers USING gin (words_of(value)) WHERE widget = 'text';

-- By month on the clock of settings.time_zone; month -infinity holds all months together.
CREATE TABLE feedback_counts (
  month date NOT NULL,
  type text NOT NULL,
  mentor_id uuid NOT NULL,
  support_type_id uuid NOT NULL,
  count int NOT NULL,
  rated int NOT NULL, -- how many of them have stars
  stars int NOT NULL,
  star_sum int NOT NULL,
  PRIMARY KEY (month, type, mentor_id, support_type_id)
);
-- Free text is counted as answered and not told apart: its value is empty here.
CREATE TABLE feedback_answer_counts (
  month date NOT NULL,
  type text NOT NULL,
  mentor_id uuid NOT NULL,
  support_type_id uuid NOT NULL,
  question_id uuid NOT NULL,
  prompt text NOT NULL,
  widget text NOT NULL,
  value text NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (month, type, mentor_id, support_type_id, question_id, prompt, widget, value)
);

CREATE FUNCTION feedback_month(at timestamptz) RETURNS date LANGUAGE sql STABLE
RETURN date_trunc('month', at AT TIME ZONE (SELECT time_zone FROM settings))::date;

-- Adds one piece of feedback, or with -1 takes it away. The row of all months is written first: whoever gives feedback about the same mentor
-- waits there, so that the rows of the answers are never written in two orders at once.
CREATE FUNCTION count_feedback(f feedback, times int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO feedback_counts AS c
  SELECT m.month, f.type, f.mentor_id, f.support_type_id, times, times * (f.stars > 0)::int, times * f.stars, times * f.star_sum
  FROM (VALUES ('-infinity'::date), (feedback_month(f.created_at))) m(month)
  ON CONFLICT (month, type, mentor_id, support_type_id) DO UPDATE
  SET count = c.count + excluded.count, rated = c.rated + excluded.rated, stars = c.stars + excluded.stars, star_sum = c.star_sum + excluded.star_sum
$$;

CREATE FUNCTION count_answer(f feedback, x feedback_answers, times int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO feedback_answer_counts AS c
  SELECT m.month, f.type, f.mentor_id, f.support_type_id, x.question_id, x.prompt, x.widget, CASE x.widget WHEN 'text' THEN '' ELSE x.value END, times
  FROM (VALUES ('-infinity'::date), (feedback_month(f.created_at))) m(month)
  ON CONFLICT (month, type, mentor_id, support_type_id, question_id, prompt, widget, value) DO UPDATE SET count = c.count + excluded.count
$$;

CREATE FUNCTION place_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT a.mentor_id, s.support_type_id INTO NEW.mentor_id, NEW.support_type_id
  FROM appointments a JOIN schedules s ON s.id = a.schedule_id WHERE a.id = NEW.appointment_id;
  RETURN NEW;
END $$;
CREATE TRIGGER feedback_place BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION place_feedback();

CREATE FUNCTION keep_feedback_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM count_feedback(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_feedback(NEW, 1); END IF;
  IF TG_OP = 'UPDATE' AND (OLD.mentor_id, OLD.support_type_id, OLD.created_at) <> (NEW.mentor_id, NEW.support_type_id, NEW.created_at) THEN
    PERFORM count_answer(OLD, x, -1), count_answer(NEW, x, 1) FROM feedback_answers x WHERE x.feedback_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_counted AFTER INSERT OR DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION keep_feedback_counts();
CREATE TRIGGER feedback_counted_again AFTER UPDATE OF mentor_id, support_type_id, created_at, stars, star_sum ON feedback
  FOR EACH ROW EXECUTE FUNCTION keep_feedback_counts();

CREATE FUNCTION keep_answer_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  f feedback;
BEGIN
  SELECT * INTO f FROM feedback WHERE id = coalesce(NEW.feedback_id, OLD.feedback_id);
  IF TG_OP <> 'INSERT' THEN PERFORM count_answer(f, OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_answer(f, NEW, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_answers_counted AFTER INSERT OR DELETE ON feedback_answers FOR EACH ROW EXECUTE FUNCTION keep_answer_counts();
CREATE TRIGGER feedback_answers_counted_again AFTER UPDATE ON feedback_answers
  FOR EACH ROW WHEN (OLD.widget <> 'text' OR NEW.widget <> 'text') EXECUTE FUNCTION keep_answer_counts(); -- words that are blanked count as before

-- A session that goes to another mentor or becomes another kind of help takes its feedback along.
CREATE FUNCTION take_feedback_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feedback f SET mentor_id = a.mentor_id, support_type_id = s.support_type_id
  FROM appointments a JOIN schedules s ON s.id = a.schedule_id
  WHERE f.appointment_id = a.id AND CASE TG_TABLE_NAME WHEN 'schedules' THEN a.schedule_id = NEW.id ELSE a.id = NEW.id END;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_take_feedback AFTER UPDATE OF mentor_id, schedule_id ON appointments
  FOR EACH ROW WHEN (OLD.mentor_id <> NEW.mentor_id OR OLD.schedule_id <> NEW.schedule_id) EXECUTE FUNCTION take_feedback_along();
CREATE TRIGGER schedules_take_feedback AFTER UPDATE OF support_type_id ON schedules
  FOR EACH ROW WHEN (OLD.support_type_id <> NEW.support_type_id) EXECUTE FUNCTION take_feedback_along();

-- Counts everything again: when months begin on another clock.
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
  SELECT coalesce(month, '-infinity'), type, mentor_id, support_type_id, question_id, prompt, widget, told, count(*)
  FROM (SELECT f.type, f.mentor_id, f.support_type_id, x.question_id, x.prompt, x.widget, CASE x.widget WHEN 'text' THEN '' ELSE x.value END AS told,
      date_trunc('month', f.created_at AT TIME ZONE zone)::date AS month
    FROM feedback f JOIN feedback_answers x ON x.feedback_id = f.id) told
  GROUP BY type, mentor_id, support_type_id, question_id, prompt, widget, told, GROUPING SETS ((month), ());
END $$;
SELECT recount_feedback();

CREATE FUNCTION recount_on_new_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_feedback();
  RETURN NULL;
END $$;
CREATE TRIGGER settings_recount_feedback AFTER UPDATE OF time_zone ON settings
  FOR EACH ROW WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION recount_on_new_clock();

-- Other lists that are long in a large organisation: who accepted a version, latest first, and the line of a support type.
DROP INDEX acceptances_version;
CREATE INDEX acceptances_of_version ON acceptances (version_id, accepted_at DESC, id) INCLUDE (user_id);
CREATE INDEX waiting_list_line ON waiting_list (support_type_id, position, id) WHERE state IN ('waiting', 'offered');
