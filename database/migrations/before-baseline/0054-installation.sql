-- What this database belongs to. One row, written at the first start; a server in the other mode refuses to use the database.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  marked_at timestamptz NOT NULL DEFAULT now()
);
