-- Types of support, places, and sessions with their slots.

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
  revision int NOT NULL DEFAULT 1,
  confidential boolean NOT NULL DEFAULT false, -- opening its appointments requires a reason, whatever `settings.record_reason` says
  interpreted_minutes int -- the length with an interpreter; null: no longer times
    CONSTRAINT support_types_interpreted CHECK (interpreted_minutes BETWEEN 5 AND 480 AND interpreted_minutes > slot_minutes)
);

CREATE TABLE places (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 120),
  address text NOT NULL DEFAULT '',
  kind text NOT NULL CHECK (kind IN ('in_person', 'online')),
  meeting_url text,
  time_zone text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  revision int NOT NULL DEFAULT 1,
  holiday_region text CONSTRAINT places_holiday_region CHECK (holiday_region ~ '^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$'),
  CONSTRAINT places_meeting CHECK (meeting_url IS NULL OR (kind = 'online' AND meeting_url ~ '^https://'))
);

-- Who is a mentor follows from their roles, not from these tables.
CREATE TABLE mentor_profiles (
  user_id uuid PRIMARY KEY REFERENCES users,
  bio text NOT NULL DEFAULT ''
);
CREATE TABLE mentor_support_types (
  user_id uuid NOT NULL REFERENCES users,
  support_type_id uuid NOT NULL REFERENCES support_types,
  PRIMARY KEY (user_id, support_type_id)
);

-- A session. The place's local date and clock are authoritative; `starts_at` and `ends_at` are derived from
-- them and the place's time zone, and
-- derived again when the zone's rules change. Where the clock passes a local time twice (`*_repeated`),
-- `*_later` says which of the two is meant.
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
  series_id uuid, -- sessions planned together
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  meeting_url text CONSTRAINT schedules_meeting CHECK (meeting_url ~ '^https://'), -- a link or pattern; null: the place's
  starts_repeated boolean NOT NULL DEFAULT false,
  ends_repeated boolean NOT NULL DEFAULT false,
  changed_alone boolean NOT NULL DEFAULT false, -- changed without the other sessions of its series
  interpreted boolean NOT NULL DEFAULT false -- only for appointments that need an interpreter
);
CREATE INDEX schedules_of_series ON schedules (series_id, starts_at) WHERE series_id IS NOT NULL;
CREATE INDEX schedules_searched ON schedules (support_type_id, local_date) WHERE status = 'published';
CREATE INDEX schedules_start ON schedules (starts_at);
CREATE INDEX schedules_end ON schedules (ends_at);
CREATE INDEX schedules_of_place ON schedules (place_id, starts_at);
CREATE INDEX schedules_note_words ON schedules USING gin ((' ' || fold_words(note)) gin_trgm_ops) WHERE note <> ''; -- the list finds words by it
CREATE INDEX schedules_note_id ON schedules ((overlay(overlay(left(sha256_of(note), 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid)) WHERE note <> ''; -- translatable_texts finds a note by it

CREATE TABLE schedule_mentors (
  schedule_id uuid NOT NULL REFERENCES schedules,
  mentor_id uuid NOT NULL REFERENCES users,
  roster int NOT NULL,
  PRIMARY KEY (schedule_id, mentor_id),
  UNIQUE (schedule_id, roster) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX schedule_mentors_mentor ON schedule_mentors (mentor_id);

-- One bookable time of one mentor. A slot that is no longer planned stays, because cancelled appointments
-- refer to it.
CREATE TABLE slots (
  id uuid PRIMARY KEY DEFAULT new_id(),
  schedule_id uuid NOT NULL REFERENCES schedules,
  mentor_id uuid NOT NULL REFERENCES users,
  roster int NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  seats int NOT NULL CHECK (seats BETWEEN 1 AND 500),
  taken int NOT NULL DEFAULT 0, -- seats of appointments whose status holds one
  held int NOT NULL DEFAULT 0, -- seats reserved for the waiting list
  first_serial int NOT NULL,
  live boolean NOT NULL DEFAULT true, -- planned; elsewhere, live means that pages hear of changes
  blocked text CONSTRAINT slots_blocked CHECK (blocked IN ('closed_day', 'mentor_away')), -- kept by triggers; null: bookable
  CONSTRAINT slots_time CHECK (ends_at > starts_at),
  -- Promise 1: never more seat-holding appointments than seats.
  CONSTRAINT slots_seats CHECK (taken >= 0 AND held >= 0 AND taken + held <= seats),
  CONSTRAINT slots_live CHECK (live OR taken + held = 0)
);
-- Search and the lists of a session read these indexes only. A slot that becomes full leaves the `free`
-- ones without a write.
CREATE UNIQUE INDEX slots_of_schedule ON slots (schedule_id, starts_at, mentor_id)
  INCLUDE (ends_at, roster, seats, taken, held, first_serial, blocked) WHERE live;
CREATE INDEX slots_blocked_ahead ON slots (starts_at) WHERE blocked IS NOT NULL; -- appointments without a mentor
CREATE INDEX slots_free_of_mentor ON slots (mentor_id, starts_at) WHERE live AND taken + held < seats AND blocked IS NULL;
CREATE INDEX slots_free_of_schedule ON slots (schedule_id, starts_at) INCLUDE (mentor_id, seats, taken, held)
  WHERE live AND taken + held < seats AND blocked IS NULL;

-- The times of planned slots, kept by triggers. A booking changes its slot's row, and PostgreSQL checks every
-- constraint of a changed row again;
-- the overlap check in a table of its own makes a booking a fifth faster.
CREATE TABLE mentor_times (
  slot_id uuid PRIMARY KEY REFERENCES slots ON DELETE CASCADE,
  mentor_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Promise 2: a mentor never has two overlapping slots, in any schedules.
  CONSTRAINT slots_mentor_overlap EXCLUDE USING gist (mentor_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);

-- Seats taken in all slots of a session, kept by triggers.
CREATE TABLE schedule_seats (
  schedule_id uuid PRIMARY KEY,
  taken int NOT NULL
) WITH (fillfactor = 50); -- room on the page for updates in place

-- What a release of time zone data changed: the time before and the time by the new rules. With a conflict
-- the session stays where it was.
CREATE TABLE zone_data_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  schedule_id uuid NOT NULL REFERENCES schedules,
  version text NOT NULL,
  found_at timestamptz NOT NULL,
  before_starts_at timestamptz NOT NULL,
  after_starts_at timestamptz,
  booked int NOT NULL,
  conflict text CHECK (conflict IN ('time_skipped', 'time_repeated', 'length_changed', 'past', 'mentor_busy', 'client_busy')),
  UNIQUE (schedule_id, version)
);
CREATE INDEX zone_data_changes_found ON zone_data_changes (found_at DESC, id);
