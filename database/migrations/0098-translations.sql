-- The organisation's own texts in further languages.
CREATE TABLE translations (
  subject_id uuid NOT NULL,
  language text NOT NULL,
  field text NOT NULL CONSTRAINT translations_field CHECK (length(field) BETWEEN 1 AND 140),
  text text NOT NULL CONSTRAINT translations_text CHECK (length(text) BETWEEN 1 AND 100000),
  source_sha256 text NOT NULL,
  PRIMARY KEY (subject_id, language, field)
);
