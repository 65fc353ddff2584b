-- Feedback that staff write down for somebody, low scores that somebody should look at, and forms whose order holds.
ALTER TABLE feedback
  ADD COLUMN entered_by uuid REFERENCES users, -- staff who wrote it down for the author; null: the author
  ADD COLUMN low boolean NOT NULL DEFAULT false, -- a star at or below the low score of that day
  ADD COLUMN looked_by uuid REFERENCES users,
  ADD COLUMN looked_at timestamptz,
  ADD CONSTRAINT feedback_looked CHECK ((looked_by IS NULL) = (looked_at IS NULL) AND (low OR looked_at IS NULL));
CREATE INDEX feedback_needs_look ON feedback (created_at DESC) WHERE low AND looked_at IS NULL;
CREATE INDEX feedback_answers_value ON feedback_answers (question_id, value) WHERE widget <> 'text';

-- A form's questions have one order; reordering passes through states that do not, so it is looked at when the transaction ends.
ALTER TABLE feedback_questions
  ADD CONSTRAINT feedback_questions_order EXCLUDE USING gist (type WITH =, position WITH =) WHERE (active) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT feedback_questions_options CHECK (CASE WHEN widget IN ('radio', 'select', 'colour') THEN cardinality(options) >= 2 ELSE cardinality(options) = 0 END);
