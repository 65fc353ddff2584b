-- From here on, functions, views and triggers come from database/schema; numbered migrations change tables
-- and data only.

-- The functions, views and triggers that were created from database/schema.
CREATE TABLE schema_definitions (
  kind text CHECK (kind IN ('function', 'view', 'trigger')),
  name text, -- of a trigger: `name ON table`
  sha256 text NOT NULL, -- of the statement
  retired_at timestamptz, -- no longer in the files; dropped a day later, because servers of the version before may still call it
  PRIMARY KEY (kind, name)
);

-- Each state of database/schema that this database had. A server whose state is an earlier one refuses to start.
CREATE TABLE schema_versions (
  number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL, -- of all definitions
  applied_at timestamptz NOT NULL DEFAULT now()
);
