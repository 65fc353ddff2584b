-- Figures that are read more often than they change are added up as things happen: how appointments ended, how many seats of a session are taken,
-- and what feedback says in any days.

-- How appointments of a day ended, on the clock of settings.time_zone: -1 is missed, anything else how many tenths of a day a client who came had waited.
CREATE TABLE appointment_outcomes (
  day date NOT NULL,
  outcome int NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (day, outcome)
);

-- In floating point: half the time of exact decimals, and the same tenths. Null: it has not ended in a way that is counted.
CREATE FUNCTION outcome_of(status text, starts_at timestamptz, created_at timestamptz) RETURNS int LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN status = 'noshow' THEN -1 WHEN status IN ('arrived', 'fulfilled')
  THEN greatest(0, round((date_part('epoch', starts_at) - date_part('epoch', created_at)) / 8640))::int END;

CREATE FUNCTION keep_outcomes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.starts_at = NEW.starts_at
    AND outcome_of(OLD.status, OLD.starts_at, OLD.created_at) IS NOT DISTINCT FROM outcome_of(NEW.status, NEW.starts_at, NEW.created_at) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('added_up'));
  SELECT time_zone INTO zone FROM settings;
  INSERT INTO appointment_outcomes AS o
  SELECT (t.starts_at AT TIME ZONE zone)::date, outcome_of(t.status, t.starts_at, t.created_at), t.times
  FROM (VALUES (OLD.status, OLD.starts_at, OLD.created_at, -1), (NEW.status, NEW.starts_at, NEW.created_at, 1)) t(status, starts_at, created_at, times)
  WHERE outcome_of(t.status, t.starts_at, t.created_at) IS NOT NULL
  ON CONFLICT (day, outcome) DO UPDATE SET count = o.count + excluded.count;
  RETURN NULL;
END $$;
-- Booking passes both by. They write when the transaction ends and one after another (one lock with count_seats below), after every other lock is held:
-- so nobody waits for each other in a circle.
CREATE CONSTRAINT TRIGGER appointments_outcome AFTER INSERT ON appointments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status IN ('arrived', 'fulfilled', 'noshow')) EXECUTE FUNCTION keep_outcomes();
CREATE CONSTRAINT TRIGGER appointments_outcome_change AFTER UPDATE OF status, slot_id, starts_at, created_at ON appointments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status IN ('arrived', 'fulfilled', 'noshow') OR NEW.status IN ('arrived', 'fulfilled', 'noshow')) EXECUTE FUNCTION keep_outcomes();

-- Counts everything again: when days begin on another clock.
CREATE FUNCTION recount_outcomes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  LOCK TABLE appointments IN SHARE ROW EXCLUSIVE MODE;
  SELECT time_zone INTO zone FROM settings;
  DELETE FROM appointment_outcomes;
  INSERT INTO appointment_outcomes
  SELECT (starts_at AT TIME ZONE zone)::date, outcome_of(status, starts_at, created_at), count(*)
  FROM appointments WHERE status IN ('arrived', 'fulfilled', 'noshow') GROUP BY 1, 2;
END $$;
SELECT recount_outcomes();

-- How many seats of a session are taken, in all of its slots together.
CREATE TABLE schedule_seats (
  schedule_id uuid PRIMARY KEY,
  taken int NOT NULL
) WITH (fillfactor = 50); -- written in place: room for it on the page

CREATE FUNCTION count_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('added_up'));
  IF TG_OP = 'UPDATE' AND OLD.schedule_id = NEW.schedule_id THEN
    UPDATE schedule_seats SET taken = taken + NEW.taken - OLD.taken WHERE schedule_id = NEW.schedule_id;
    IF FOUND THEN RETURN NULL; END IF;
    INSERT INTO schedule_seats VALUES (NEW.schedule_id, NEW.taken - OLD.taken);
    RETURN NULL;
  END IF;
  INSERT INTO schedule_seats AS k
  SELECT t.schedule_id, t.taken FROM (VALUES (OLD.schedule_id, -OLD.taken), (NEW.schedule_id, NEW.taken)) t(schedule_id, taken) WHERE t.taken <> 0
  ON CONFLICT (schedule_id) DO UPDATE SET taken = k.taken + excluded.taken;
  RETURN NULL;
END $$;
-- Bookings end one after another anyway, because they tell whoever watches (pg_notify): this adds what the one statement takes.
CREATE CONSTRAINT TRIGGER slots_count AFTER UPDATE OF taken, schedule_id ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.taken <> NEW.taken OR OLD.schedule_id <> NEW.schedule_id) EXECUTE FUNCTION count_seats();
CREATE CONSTRAINT TRIGGER slots_count_new AFTER INSERT ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.taken > 0) EXECUTE FUNCTION count_seats();
CREATE CONSTRAINT TRIGGER slots_count_less AFTER DELETE ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.taken > 0) EXECUTE FUNCTION count_seats();

CREATE FUNCTION recount_seats() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE slots IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM schedule_seats;
  INSERT INTO schedule_seats SELECT schedule_id, sum(taken) FROM slots WHERE taken > 0 GROUP BY schedule_id;
END $$;
SELECT recount_seats();

-- Every answer to every wording of every question that was ever given, once and with a small number; of free text only that it was answered.
CREATE TABLE feedback_wordings (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  question_id uuid NOT NULL REFERENCES feedback_questions,
  prompt text NOT NULL,
  widget text NOT NULL,
  value text NOT NULL,
  UNIQUE (type, question_id, prompt, widget, value)
);

-- What was answered, beside the feedback itself. Derived: kept like the answers by the triggers below.
ALTER TABLE feedback
  ADD COLUMN told int[] NOT NULL DEFAULT '{}', -- feedback_wordings
  ADD COLUMN words text[]; -- each word of four letters or more in its texts, once; null where there is no text

-- Writes down again what some feedback tells.
CREATE FUNCTION tell_feedback(which uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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
SELECT tell_feedback(ARRAY(SELECT id FROM feedback));

-- The texts of a selection, newest first.
CREATE INDEX feedback_with_words ON feedback (created_at DESC, id DESC) WHERE words IS NOT NULL;

-- The counts of answers are by those small numbers now.
DROP TRIGGER feedback_answers_counted ON feedback_answers;
DROP TRIGGER feedback_answers_counted_again ON feedback_answers;
DROP FUNCTION keep_answer_counts;
DROP FUNCTION count_answer;
DROP TABLE feedback_answer_counts;
CREATE TABLE feedback_answer_counts (
  month date NOT NULL,
  mentor_id uuid NOT NULL,
  support_type_id uuid NOT NULL,
  wording int NOT NULL REFERENCES feedback_wordings,
  count int NOT NULL,
  PRIMARY KEY (month, mentor_id, support_type_id, wording)
);

-- Adds one piece of feedback with its answers, or with -1 takes it away. The row of all months is written first: whoever gives feedback about
-- the same mentor waits there, so that the rows of the answers are never written in two orders at once.
CREATE OR REPLACE FUNCTION count_feedback(f feedback, times int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO feedback_counts AS c
  SELECT m.month, f.type, f.mentor_id, f.support_type_id, times, times * (f.stars > 0)::int, times * f.stars, times * f.star_sum
  FROM (VALUES ('-infinity'::date), (feedback_month(f.created_at))) m(month)
  ON CONFLICT (month, type, mentor_id, support_type_id) DO UPDATE
  SET count = c.count + excluded.count, rated = c.rated + excluded.rated, stars = c.stars + excluded.stars, star_sum = c.star_sum + excluded.star_sum;

  INSERT INTO feedback_answer_counts AS c
  SELECT m.month, f.mentor_id, f.support_type_id, w.id, times
  FROM (VALUES ('-infinity'::date), (feedback_month(f.created_at))) m(month), unnest(f.told) AS w(id)
  ON CONFLICT (month, mentor_id, support_type_id, wording) DO UPDATE SET count = c.count + excluded.count
$$;

CREATE OR REPLACE FUNCTION keep_feedback_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM count_feedback(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_feedback(NEW, 1); END IF;
  RETURN NULL;
END $$;
DROP TRIGGER feedback_counted_again ON feedback;
CREATE TRIGGER feedback_counted_again AFTER UPDATE OF mentor_id, support_type_id, created_at, stars, star_sum, told ON feedback FOR EACH ROW
  WHEN ((OLD.mentor_id, OLD.support_type_id, OLD.created_at, OLD.stars, OLD.star_sum, OLD.told)
    <> (NEW.mentor_id, NEW.support_type_id, NEW.created_at, NEW.stars, NEW.star_sum, NEW.told)) EXECUTE FUNCTION keep_feedback_counts();

CREATE FUNCTION tell_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_feedback(ARRAY(SELECT DISTINCT feedback_id FROM changed ORDER BY feedback_id));
  RETURN NULL;
END $$;
CREATE TRIGGER feedback_answers_tell AFTER INSERT ON feedback_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_answers();
CREATE TRIGGER feedback_answers_tell_again AFTER UPDATE ON feedback_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_answers();
CREATE TRIGGER feedback_answers_tell_less AFTER DELETE ON feedback_answers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_answers();

CREATE OR REPLACE FUNCTION recount_feedback() RETURNS void LANGUAGE plpgsql AS $$
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
SELECT recount_feedback();

CREATE OR REPLACE FUNCTION recount_on_new_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_feedback(), recount_outcomes();
  RETURN NULL;
END $$;
