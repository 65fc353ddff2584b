-- Hours in which a mentor is there every week. Sessions follow from them, a number of weeks ahead.

CREATE TABLE weekly_hours (
  id uuid PRIMARY KEY DEFAULT new_id(), -- also the series of its sessions
  mentor_id uuid NOT NULL REFERENCES users,
  place_id uuid NOT NULL REFERENCES places,
  slot_minutes int NOT NULL CHECK (slot_minutes BETWEEN 5 AND 480),
  break_minutes int NOT NULL CHECK (break_minutes BETWEEN 0 AND 240),
  seats_per_slot int NOT NULL CHECK (seats_per_slot BETWEEN 1 AND 500),
  from_date date NOT NULL,
  until_date date,
  ended_at timestamptz,
  revision int NOT NULL DEFAULT 1,
  leave_out_holidays boolean NOT NULL DEFAULT true,
  interpreted boolean NOT NULL DEFAULT false,
  CONSTRAINT weekly_hours_span CHECK (until_date >= from_date)
);
CREATE INDEX weekly_hours_mentor ON weekly_hours (mentor_id);
CREATE INDEX weekly_hours_place ON weekly_hours (place_id);

CREATE TABLE weekly_ranges (
  weekly_hours_id uuid NOT NULL REFERENCES weekly_hours,
  weekday int NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  starts time NOT NULL,
  ends time NOT NULL CHECK (ends > starts),
  support_type_id uuid NOT NULL REFERENCES support_types,
  PRIMARY KEY (weekly_hours_id, weekday, starts)
);
CREATE INDEX weekly_ranges_support_type ON weekly_ranges (support_type_id);

-- What became of a date: a session, once, or the reason for none.
CREATE TABLE weekly_dates (
  weekly_hours_id uuid NOT NULL REFERENCES weekly_hours,
  date date NOT NULL,
  starts time NOT NULL,
  schedule_id uuid REFERENCES schedules,
  skipped text,
  holiday text, -- the name, where `skipped` is 'holiday'
  PRIMARY KEY (weekly_hours_id, date, starts),
  CONSTRAINT weekly_dates_one CHECK (num_nonnulls(schedule_id, skipped) = 1)
);
CREATE INDEX weekly_dates_schedule ON weekly_dates (schedule_id);

-- Weekly hours that a mentor proposes, until a coordinator decides.
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
  interpreted boolean NOT NULL DEFAULT false,
  CONSTRAINT hours_proposals_span CHECK (until_date >= from_date),
  CONSTRAINT hours_proposals_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT hours_proposals_approved CHECK ((state = 'approved') = (weekly_hours_id IS NOT NULL)),
  CONSTRAINT hours_proposals_declined CHECK ((state = 'declined') = (reason <> ''))
);
CREATE INDEX hours_proposals_mentor ON hours_proposals (mentor_id, created_at);
CREATE INDEX hours_proposals_open ON hours_proposals (created_at) WHERE state = 'open';
CREATE INDEX hours_proposals_place ON hours_proposals (place_id);
CREATE INDEX hours_proposals_decided_by ON hours_proposals (decided_by) WHERE decided_by IS NOT NULL;

-- Time off that a mentor requests, until a planner decides.
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
