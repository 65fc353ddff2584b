-- Contracts in several languages. What was written and accepted before is in the organisation's language.
DO $$
DECLARE
  known text := coalesce((SELECT split_part(locale, '-', 1) FROM settings), 'en');
BEGIN
  EXECUTE format('ALTER TABLE contract_versions ADD COLUMN language text NOT NULL DEFAULT %L', known);
  EXECUTE format('ALTER TABLE acceptances ADD COLUMN language text NOT NULL DEFAULT %L', known);
END $$;
ALTER TABLE contract_versions ALTER COLUMN language DROP DEFAULT;
ALTER TABLE acceptances ALTER COLUMN language DROP DEFAULT;
CREATE TABLE contract_version_translations (
  version_id uuid NOT NULL REFERENCES contract_versions,
  language text NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL CHECK (body <> ''),
  sha256 text NOT NULL GENERATED ALWAYS AS (sha256_of(body)) STORED,
  published_at timestamptz NOT NULL,
  created_by uuid REFERENCES users,
  PRIMARY KEY (version_id, language)
);
