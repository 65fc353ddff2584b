-- Legally binding texts. Promise 4: a published version never changes; an acceptance never changes.

CREATE TABLE contracts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  key text NOT NULL UNIQUE CHECK (key ~ '^[a-z][a-z0-9_]{0,59}$'),
  required_for text CHECK (required_for IN ('registration', 'booking')),
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz -- no version is in force; null once another one is published
);

CREATE TABLE contract_versions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL REFERENCES contracts,
  version int NOT NULL CHECK (version >= 1),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL,
  sha256 text NOT NULL GENERATED ALWAYS AS (sha256_of(body)) STORED,
  published_at timestamptz, -- null: a draft
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  language text NOT NULL, -- of this text, which is the binding one
  UNIQUE (contract_id, version)
);
CREATE UNIQUE INDEX contract_versions_one_draft ON contract_versions (contract_id) WHERE published_at IS NULL;

-- Translations in force of published versions. Drafts are in `translations`.
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

-- Name, phone and hash are copied by a trigger from the rows they belong to.
CREATE TABLE acceptances (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users,
  version_id uuid NOT NULL REFERENCES contract_versions,
  sha256 text NOT NULL,
  person_name text,
  person_phone text,
  ip inet,
  user_agent text,
  recorded_by uuid NOT NULL REFERENCES users, -- differs from user_id where staff accepted on the client's behalf
  accepted_at timestamptz NOT NULL,
  language text NOT NULL, -- of the text that was read
  UNIQUE (user_id, version_id)
);
CREATE INDEX acceptances_of_version ON acceptances (version_id, accepted_at DESC, id) INCLUDE (user_id);
CREATE INDEX acceptances_recorded_by ON acceptances (recorded_by) WHERE recorded_by <> user_id;
CREATE INDEX acceptances_person ON acceptances USING gin ((' ' || coalesce(fold_words(person_name), '') || coalesce(' ' || person_phone, '')) gin_trgm_ops); -- the list finds names and numbers by it

-- Active people without an acceptance of a required version in force, also by a merged record. Kept by triggers;
-- recount_acceptances() computes it again.
CREATE TABLE missing_acceptances (
  version_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (version_id, user_id)
);
CREATE INDEX missing_acceptances_of_person ON missing_acceptances (user_id);

-- How many people accepted a version: the sum of its slices. Eight slices keep people who accept the same
-- text at once from waiting for each other.
CREATE TABLE acceptance_counts (
  version_id uuid NOT NULL,
  slice int NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (version_id, slice)
) WITH (fillfactor = 50);
