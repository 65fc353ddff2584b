-- Planning: kinds of help, places, sessions cut into slots.

CREATE TABLE support_types (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 80),
  description text NOT NULL DEFAULT '',
  colour text NOT NULL CHECK (colour ~ '^#[0-9a-fA-F]{6}$'),
  slot_minutes int NOT NULL CHECK (slot_minutes BETWEEN 5 AND 480),
  price_amount int NOT NULL DEFAULT 0 CHECK (price_amount >= 0),
  price_currency text NOT NULL DEFAULT 'GBP' CHECK (price_currency ~ '^[A-Z]{3}$'),
  needs_approval boolean NOT NULL DEFAULT false,
  position int NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  revision int NOT NULL DEFAULT 1
);
CREATE TRIGGER support_types_revision BEFORE UPDATE ON support_types FOR EACH ROW EXECUTE FUNCTION raise_revision();

CREATE TABLE places (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 120),
  address text NOT NULL DEFAULT '',
  kind text NOT NULL CHECK (kind IN ('in_person', 'online')),
  meeting_url text,
  time_zone text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  revision int NOT NULL DEFAULT 1
);
CREATE TRIGGER places_revision BEFORE UPDATE ON places FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- Words about a mentor, and what they help with. Who is a mentor follows from their roles.
CREATE TABLE mentor_profiles (
  user_id uuid PRIMARY KEY REFERENCES users,
  bio text NOT NULL DEFAULT ''
);
CREATE TABLE mentor_support_types (
  user_id uuid NOT NULL REFERENCES users,
  support_type_id uuid NOT NULL REFERENCES support_types,
  PRIMARY KEY (user_id, support_type_id)
);

-- The truth is local: the place's date and clock. `starts_at` and `ends_at` are derived from it and the place's zone, and derived again when the
-- zone's rules change; `*_later` says which of two was meant where the clock passes a time twice.
CREATE TABLE schedules (
  id uuid PRIMARY KEY DEFAULT new_id(),
  support_type_id uuid NOT NULL REFERENCES support_types,
  place_id uuid NOT NULL REFERENCES places,
  local_starts timestamp NOT NULL,
  local_ends timestamp NOT NULL,
  starts_later boolean NOT NULL DEFAULT false,
  ends_later boolean NOT NULL DEFAULT false,
  local_date date NOT NULL GENERATED ALWAYS AS (local_starts::date) STORED,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  slot_minutes int NOT NULL CHECK (slot_minutes BETWEEN 5 AND 480),
  break_minutes int NOT NULL DEFAULT 0 CHECK (break_minutes BETWEEN 0 AND 240),
  seats_per_slot int NOT NULL DEFAULT 1 CHECK (seats_per_slot BETWEEN 1 AND 500),
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'cancelled')),
  note text NOT NULL DEFAULT '',
  booking_opens_at timestamptz,
  cancel_reason text,
  series_id uuid, -- sessions planned together by one repeat
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER schedules_revision BEFORE UPDATE ON schedules FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE INDEX schedules_searched ON schedules (support_type_id, local_date) WHERE status = 'published';
CREATE INDEX schedules_start ON schedules (starts_at);
CREATE INDEX schedules_end ON schedules (ends_at);

CREATE TABLE schedule_mentors (
  schedule_id uuid NOT NULL REFERENCES schedules,
  mentor_id uuid NOT NULL REFERENCES users,
  roster int NOT NULL,
  PRIMARY KEY (schedule_id, mentor_id),
  UNIQUE (schedule_id, roster) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX schedule_mentors_mentor ON schedule_mentors (mentor_id);

-- One mentor's one bookable time. A slot that is no longer planned is not deleted but no longer `live`: appointments that were cancelled point to it.
CREATE TABLE slots (
  id uuid PRIMARY KEY DEFAULT new_id(),
  schedule_id uuid NOT NULL REFERENCES schedules,
  mentor_id uuid NOT NULL REFERENCES users,
  roster int NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  seats int NOT NULL CHECK (seats BETWEEN 1 AND 500),
  taken int NOT NULL DEFAULT 0,
  held int NOT NULL DEFAULT 0, -- seats on a private waiting-list offer
  first_serial int NOT NULL,
  live boolean NOT NULL DEFAULT true,
  CONSTRAINT slots_time CHECK (ends_at > starts_at),
  -- Promise 1: never more seat-holding appointments than seats.
  CONSTRAINT slots_seats CHECK (taken >= 0 AND held >= 0 AND taken + held <= seats),
  CONSTRAINT slots_live CHECK (live OR taken + held = 0),
  -- Promise 2: a mentor never has two overlapping slots, in any schedules.
  CONSTRAINT slots_mentor_overlap EXCLUDE USING gist (mentor_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (live)
);
CREATE UNIQUE INDEX slots_of_schedule ON slots (schedule_id, starts_at, mentor_id) INCLUDE (seats, taken, held) WHERE live;
CREATE INDEX slots_free_of_mentor ON slots (mentor_id, starts_at) WHERE live AND taken + held < seats;

-- The live page and the caches hear of every seat that comes or goes.
CREATE FUNCTION tell_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('openhour_seats', json_build_object('schedule_id', NEW.schedule_id, 'mentor_id', NEW.mentor_id,
    'starts_at', to_char(NEW.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'free', CASE WHEN NEW.live THEN NEW.seats - NEW.taken - NEW.held ELSE 0 END)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER slots_tell AFTER UPDATE OF taken, held, seats, live ON slots FOR EACH ROW
  WHEN ((OLD.taken, OLD.held, OLD.seats, OLD.live) IS DISTINCT FROM (NEW.taken, NEW.held, NEW.seats, NEW.live)) EXECUTE FUNCTION tell_seats();

CREATE FUNCTION tell_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('openhour_schedules', NEW.support_type_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER schedules_tell AFTER INSERT OR UPDATE ON schedules FOR EACH ROW EXECUTE FUNCTION tell_schedules();

-- Both in the place's or mentor's own terms: a closed day is a local date, time off is a span of instants.
CREATE TABLE closed_days (
  id uuid PRIMARY KEY DEFAULT new_id(),
  place_id uuid NOT NULL REFERENCES places,
  date date NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users,
  UNIQUE (place_id, date)
);
CREATE TABLE time_off (
  id uuid PRIMARY KEY DEFAULT new_id(),
  mentor_id uuid NOT NULL REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  reason text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users,
  revision int NOT NULL DEFAULT 1
);
CREATE TRIGGER time_off_revision BEFORE UPDATE ON time_off FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE INDEX time_off_mentor ON time_off USING gist (mentor_id, tstzrange(starts_at, ends_at));
