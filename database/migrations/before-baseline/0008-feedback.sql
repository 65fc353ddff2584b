-- What people say afterwards. An answer keeps the words of its question as they were.

CREATE TABLE feedback_questions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  type text NOT NULL CHECK (type IN ('client', 'mentor')),
  widget text NOT NULL CHECK (widget IN ('star', 'radio', 'select', 'text', 'colour')),
  prompt text NOT NULL CHECK (length(prompt) BETWEEN 1 AND 300),
  options text[] NOT NULL DEFAULT '{}',
  required boolean NOT NULL DEFAULT false,
  position int NOT NULL,
  active boolean NOT NULL DEFAULT true,
  revision int NOT NULL DEFAULT 1
);
CREATE TRIGGER feedback_questions_revision BEFORE UPDATE ON feedback_questions FOR EACH ROW EXECUTE FUNCTION raise_revision();

CREATE TABLE feedback (
  id uuid PRIMARY KEY DEFAULT new_id(),
  type text NOT NULL CHECK (type IN ('client', 'mentor')),
  appointment_id uuid NOT NULL REFERENCES appointments,
  author_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (appointment_id, type)
);
CREATE INDEX feedback_created ON feedback (type, created_at DESC);

CREATE TABLE feedback_answers (
  feedback_id uuid NOT NULL REFERENCES feedback,
  question_id uuid NOT NULL REFERENCES feedback_questions,
  prompt text NOT NULL,
  widget text NOT NULL,
  value text NOT NULL,
  position int NOT NULL,
  PRIMARY KEY (feedback_id, question_id)
);
