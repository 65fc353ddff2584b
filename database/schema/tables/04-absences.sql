-- What removes slots from booking: closed days of a place, time off, and busy times from a mentor's own calendar.

-- A local date of the place.
CREATE TABLE closed_days (
  id uuid PRIMARY KEY DEFAULT new_id(),
  place_id uuid NOT NULL REFERENCES places,
  date date NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users,
  UNIQUE (place_id, date)
);
CREATE INDEX closed_days_date ON closed_days (date);

CREATE TABLE time_off (
  id uuid PRIMARY KEY DEFAULT new_id(),
  mentor_id uuid NOT NULL REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  reason text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users,
  revision int NOT NULL DEFAULT 1
);
CREATE INDEX time_off_mentor ON time_off USING gist (mentor_id, tstzrange(starts_at, ends_at));

-- Calendars that mentors connected.
CREATE TABLE busy_calendars (
  mentor_id uuid PRIMARY KEY REFERENCES users,
  address bytea NOT NULL, -- encrypted: the address alone opens the calendar
  added_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL, -- next reading
  lease uuid, -- of the worker that reads it, until due_at
  etag text,
  last_modified text,
  read_at timestamptz, -- last full reading
  checked_at timestamptz, -- last answer that nothing has changed
  failing_since timestamptz, -- first failure after the last success
  why text, -- a word of contract/busy-calendars.ts
  detail text,
  unread int NOT NULL DEFAULT 0, -- events of the last reading that could not be parsed
  CONSTRAINT busy_calendars_failing CHECK ((failing_since IS NULL) = (why IS NULL)),
  CONSTRAINT busy_calendars_sealed CHECK (is_sealed(address))
);
CREATE INDEX busy_calendars_due ON busy_calendars (due_at);

-- What a mentor is busy with is not stored.
CREATE TABLE busy_times (
  mentor_id uuid NOT NULL REFERENCES busy_calendars ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT busy_times_span CHECK (starts_at < ends_at),
  CONSTRAINT busy_times_apart EXCLUDE USING gist (mentor_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);
CREATE INDEX busy_times_ends ON busy_times (ends_at);
