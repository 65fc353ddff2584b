-- Feedback. An answer keeps the wording of its question. Stars, counts and words are derived by triggers,
-- so that pages need not read every answer.

CREATE TABLE feedback_questions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  type text NOT NULL CHECK (type IN ('client', 'mentor')),
  widget text NOT NULL CHECK (widget IN ('star', 'radio', 'select', 'text', 'colour')),
  prompt text NOT NULL CHECK (length(prompt) BETWEEN 1 AND 300),
  options text[] NOT NULL DEFAULT '{}',
  required boolean NOT NULL DEFAULT false,
  position int NOT NULL,
  active boolean NOT NULL DEFAULT true,
  revision int NOT NULL DEFAULT 1,
  -- Reordering passes through states with duplicates, so it is checked at the end of the transaction.
  CONSTRAINT feedback_questions_order EXCLUDE USING gist (type WITH =, position WITH =) WHERE (active) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT feedback_questions_options
    CHECK (CASE WHEN widget IN ('radio', 'select', 'colour') THEN cardinality(options) >= 2 ELSE cardinality(options) = 0 END)
);

CREATE TABLE feedback (
  id uuid PRIMARY KEY DEFAULT new_id(),
  type text NOT NULL CHECK (type IN ('client', 'mentor')),
  appointment_id uuid NOT NULL REFERENCES appointments,
  author_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  entered_by uuid REFERENCES users, -- staff who wrote it down for the author; null: the author
  low boolean NOT NULL DEFAULT false, -- has a star at or below the low score of that day
  looked_by uuid REFERENCES users,
  looked_at timestamptz,
  stars int NOT NULL DEFAULT 0, -- derived: how many of its answers are stars
  star_sum int NOT NULL DEFAULT 0, -- derived: the sum of those stars
  mentor_id uuid NOT NULL, -- derived: the appointment's
  support_type_id uuid NOT NULL, -- derived: the session's
  told int[] NOT NULL DEFAULT '{}', -- derived: its answers as ids of feedback_wordings
  words text[], -- derived: each word of 4 to 30 letters in its texts, once; null without a text
  UNIQUE (appointment_id, type),
  CONSTRAINT feedback_looked CHECK ((looked_by IS NULL) = (looked_at IS NULL) AND (low OR looked_at IS NULL)),
  CONSTRAINT feedback_stars CHECK (stars >= 0 AND star_sum BETWEEN stars AND 5 * stars)
);
CREATE INDEX feedback_created ON feedback (type, created_at DESC);
CREATE INDEX feedback_newest ON feedback (created_at DESC, id DESC);
CREATE INDEX feedback_author ON feedback (author_id);
CREATE INDEX feedback_of_mentor ON feedback (mentor_id, created_at DESC, id DESC);
CREATE INDEX feedback_of_support_type ON feedback (support_type_id, created_at DESC, id DESC);
CREATE INDEX feedback_needs_look ON feedback (created_at DESC) WHERE low AND looked_at IS NULL;
CREATE INDEX feedback_rated ON feedback (created_at) INCLUDE (stars, star_sum) WHERE type = 'client' AND stars > 0;
CREATE INDEX feedback_with_words ON feedback (created_at DESC, id DESC) WHERE words IS NOT NULL;

CREATE TABLE feedback_answers (
  feedback_id uuid NOT NULL REFERENCES feedback,
  question_id uuid NOT NULL REFERENCES feedback_questions,
  prompt text NOT NULL,
  widget text NOT NULL,
  value text NOT NULL,
  position int NOT NULL,
  PRIMARY KEY (feedback_id, question_id)
);
CREATE INDEX feedback_answers_value ON feedback_answers (question_id, value) WHERE widget <> 'text';
CREATE INDEX feedback_words ON feedback_answers (feedback_id) WHERE widget = 'text' AND value <> '';
CREATE INDEX feedback_answers_containing ON feedback_answers USING gin (words_of(value)) WHERE widget = 'text';

-- Each answer to each wording of each question, once. The value of free text is empty: only that it was
-- answered counts.
CREATE TABLE feedback_wordings (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  question_id uuid NOT NULL REFERENCES feedback_questions,
  prompt text NOT NULL,
  widget text NOT NULL,
  value text NOT NULL,
  UNIQUE (type, question_id, prompt, widget, value)
);

-- Derived counts by month in settings.time_zone; the month -infinity holds all months together.
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
CREATE TABLE feedback_answer_counts (
  month date NOT NULL,
  mentor_id uuid NOT NULL,
  support_type_id uuid NOT NULL,
  wording int NOT NULL REFERENCES feedback_wordings,
  count int NOT NULL,
  PRIMARY KEY (month, mentor_id, support_type_id, wording)
);

-- Derived: the stars that clients gave a mentor.
CREATE TABLE mentor_ratings (
  mentor_id uuid PRIMARY KEY REFERENCES users,
  stars int NOT NULL,
  star_sum int NOT NULL,
  feedbacks int NOT NULL DEFAULT 0, -- with stars; one can have several
  CONSTRAINT mentor_ratings_stars CHECK (stars >= 0 AND star_sum BETWEEN stars AND 5 * stars)
);
