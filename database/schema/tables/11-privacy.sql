-- The audit log, who opened records, and retention.

-- An appointment's history consists of its audit rows. `before` and `after` hold what changed.
CREATE TABLE audit (
  id uuid PRIMARY KEY DEFAULT new_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid REFERENCES users,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id uuid,
  person_id uuid REFERENCES users, -- the person the row is about; erasing finds it by this
  reason text NOT NULL DEFAULT '',
  before jsonb,
  after jsonb
);
CREATE INDEX audit_subject ON audit (subject_id, at);
CREATE INDEX audit_at ON audit (at DESC, id DESC);
CREATE INDEX audit_person ON audit (person_id, at DESC, id DESC) WHERE person_id IS NOT NULL;
CREATE INDEX audit_actor ON audit (actor_id, at DESC, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_action ON audit (action, at DESC, id DESC);
CREATE INDEX audit_rare ON audit (subject, at DESC, id DESC) WHERE subject <> 'appointment'; -- nearly all rows are about appointments

-- Each opening of a client's record. The client can see the list.
CREATE TABLE record_views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  viewer_id uuid NOT NULL REFERENCES users,
  user_id uuid NOT NULL REFERENCES users,
  what text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  reason text CHECK (length(reason) BETWEEN 3 AND 500) -- the viewer's own words, in entries of the kind `reason`
);
CREATE INDEX record_views_user ON record_views (user_id, at DESC);
CREATE INDEX record_views_at ON record_views (at DESC, id DESC);
CREATE INDEX record_views_viewer ON record_views (viewer_id, at DESC, id DESC);
CREATE INDEX record_views_opened ON record_views (at DESC, id DESC) WHERE what NOT IN ('list', 'search', 'audit');
CREATE INDEX record_views_reason ON record_views (viewer_id, user_id, at DESC) WHERE reason IS NOT NULL;

-- What each night removed, by kind. Written with every batch, so that a run after a crash continues the
-- count.
CREATE TABLE retention_runs (
  day date PRIMARY KEY,
  removed jsonb NOT NULL DEFAULT '{}',
  finished_at timestamptz
);
