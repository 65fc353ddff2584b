-- What was applied to this database.

-- The numbered migrations. A new database has all of them, because schema/tables contains what they did.
CREATE TABLE migrations (
  number int PRIMARY KEY,
  title text NOT NULL,
  sha256 text NOT NULL, -- of the file
  applied_at timestamptz NOT NULL DEFAULT now()
);

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
