-- Time off that mentors request, where the organisation wants to approve it.

ALTER TABLE settings ADD COLUMN time_off_approval boolean NOT NULL DEFAULT false;

CREATE TABLE time_off_requests (
  id uuid PRIMARY KEY DEFAULT new_id(),
  mentor_id uuid NOT NULL REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 200), -- why the mentor is away
  state text NOT NULL DEFAULT 'open' CONSTRAINT time_off_requests_state CHECK (state IN ('open', 'approved', 'declined', 'withdrawn')),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500), -- of declining
  decided_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT time_off_requests_span CHECK (ends_at > starts_at),
  CONSTRAINT time_off_requests_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT time_off_requests_declined CHECK ((state = 'declined') = (reason <> ''))
);
CREATE INDEX time_off_requests_mentor ON time_off_requests (mentor_id, created_at);
CREATE INDEX time_off_requests_open ON time_off_requests (created_at) WHERE state = 'open';
CREATE INDEX time_off_requests_decided_by ON time_off_requests (decided_by) WHERE decided_by IS NOT NULL;
