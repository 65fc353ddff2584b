-- The organisation's own texts in further languages. The original is in the record itself, in the language of
-- settings.locale. `translatable_texts` lists what can be translated.

CREATE TABLE translations (
  subject_id uuid NOT NULL, -- of one of the records that translatable_texts lists
  language text NOT NULL,
  field text NOT NULL CONSTRAINT translations_field CHECK (length(field) BETWEEN 1 AND 140),
  text text NOT NULL CONSTRAINT translations_text CHECK (length(text) BETWEEN 1 AND 100000),
  source_sha256 text NOT NULL, -- of the original when this was written: a later one may say something else
  PRIMARY KEY (subject_id, language, field)
);
