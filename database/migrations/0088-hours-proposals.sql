-- Weekly hours that mentors propose, until a coordinator decides.

CREATE TABLE hours_proposals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  mentor_id uuid NOT NULL REFERENCES users,
  place_id uuid NOT NULL REFERENCES places,
  ranges jsonb NOT NULL, -- as weekly_ranges: weekday, starts, ends, support_type_id
  slot_minutes int NOT NULL CHECK (slot_minutes BETWEEN 5 AND 480),
  break_minutes int NOT NULL CHECK (break_minutes BETWEEN 0 AND 240),
  seats_per_slot int NOT NULL CHECK (seats_per_slot BETWEEN 1 AND 500),
  from_date date NOT NULL,
  until_date date,
  leave_out_holidays boolean NOT NULL DEFAULT true,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  state text NOT NULL DEFAULT 'open' CONSTRAINT hours_proposals_state CHECK (state IN ('open', 'approved', 'declined', 'withdrawn')),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500), -- of declining
  weekly_hours_id uuid UNIQUE REFERENCES weekly_hours,
  decided_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT hours_proposals_span CHECK (until_date >= from_date),
  CONSTRAINT hours_proposals_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT hours_proposals_approved CHECK ((state = 'approved') = (weekly_hours_id IS NOT NULL)),
  CONSTRAINT hours_proposals_declined CHECK ((state = 'declined') = (reason <> ''))
);
CREATE INDEX hours_proposals_mentor ON hours_proposals (mentor_id, created_at);
CREATE INDEX hours_proposals_open ON hours_proposals (created_at) WHERE state = 'open';
CREATE INDEX hours_proposals_place ON hours_proposals (place_id);
CREATE INDEX hours_proposals_decided_by ON hours_proposals (decided_by) WHERE decided_by IS NOT NULL;
