-- One client's seat in one slot. Appointments are never deleted; a cancelled one stays and gives its seat back.

CREATE TABLE appointments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  reference text NOT NULL DEFAULT new_reference() CONSTRAINT appointments_reference UNIQUE
    CONSTRAINT appointments_reference_form CHECK (reference ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  user_id uuid NOT NULL REFERENCES users,
  slot_id uuid NOT NULL REFERENCES slots,
  -- The trigger appointments_take_or_free_seat copies these from the slot, whatever the statement says.
  schedule_id uuid NOT NULL REFERENCES schedules,
  mentor_id uuid NOT NULL REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  seat int NOT NULL CHECK (seat >= 1),
  serial int NOT NULL CHECK (serial >= 1),
  requested_mentor_id uuid REFERENCES users, -- the client's own choice; null: any
  status text NOT NULL CHECK (status IN ('pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error')),
  status_before text, -- for undoing the last step
  questions text[] NOT NULL DEFAULT '{}',
  price_amount int NOT NULL DEFAULT 0,
  price_currency text NOT NULL DEFAULT 'GBP',
  payment_status text NOT NULL DEFAULT 'unpaid' CHECK (payment_status IN ('unpaid', 'paid', 'waived', 'refunded')),
  payment_by uuid REFERENCES users,
  payment_at timestamptz,
  excused_by uuid REFERENCES users, -- a missed appointment that does not count
  excused_at timestamptz,
  cancelled_by text CHECK (cancelled_by IN ('client', 'organisation')),
  cancelled_at timestamptz,
  cancel_reason text NOT NULL DEFAULT '',
  booked_by uuid NOT NULL REFERENCES users,
  idempotency_key text,
  -- Every statement that changes an appointment sets these two; the audit row takes actor and reason from here.
  changed_by uuid REFERENCES users,
  change_reason text NOT NULL DEFAULT '',
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  forgotten_at timestamptz, -- when retention removed the texts
  room uuid DEFAULT gen_random_uuid(), -- stands for {room} in a meeting link's pattern
  place_changed_at timestamptz, -- when the place or the meeting link last changed
  CONSTRAINT appointments_cancelled CHECK ((status = 'cancelled') = (cancelled_by IS NOT NULL) OR status = 'entered-in-error'),
  -- Promise 3: a client never has two overlapping seat-holding appointments.
  CONSTRAINT appointments_client_overlap EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (holds_seat(status)),
  interpreter_language text -- the client needs an interpreter of this language; null: none
);
-- Promise 1 again: one seat, one holder.
CREATE UNIQUE INDEX appointments_one_per_seat ON appointments (slot_id, seat) WHERE holds_seat(status);
CREATE UNIQUE INDEX appointments_idempotency ON appointments (booked_by, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX appointments_of_schedule ON appointments (schedule_id, mentor_id, status);
CREATE INDEX appointments_of_client ON appointments (user_id, starts_at DESC);
CREATE INDEX appointments_of_mentor ON appointments (mentor_id, starts_at DESC) INCLUDE (schedule_id);
CREATE INDEX appointments_waiting_approval ON appointments (starts_at) WHERE status = 'pending';
CREATE INDEX appointments_by_start ON appointments (starts_at, status) INCLUDE (created_at);
CREATE INDEX appointments_unclosed ON appointments (ends_at) WHERE status IN ('pending', 'booked', 'arrived'); -- awaits_outcome(status)
CREATE INDEX appointments_to_forget ON appointments (ends_at) WHERE questions <> '{}' OR cancel_reason <> '' OR change_reason <> '';

-- How the appointments of a day ended, kept by triggers. The day is a date in settings.time_zone.
CREATE TABLE appointment_outcomes (
  day date NOT NULL,
  outcome int NOT NULL, -- -1: missed; otherwise how long a client who came had waited, in tenths of a day
  count int NOT NULL,
  PRIMARY KEY (day, outcome)
);

-- Addresses from which calendar apps fetch appointments. The address alone opens them, so only its SHA-256
-- is stored.
CREATE TABLE calendar_feeds (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users, -- the owner, or who created a place's feed: it shows what they may see today
  kind text NOT NULL CHECK (kind IN ('client', 'mentor', 'place')),
  place_id uuid REFERENCES places,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT calendar_feeds_place CHECK ((kind = 'place') = (place_id IS NOT NULL))
);
CREATE INDEX calendar_feeds_user ON calendar_feeds (user_id) WHERE revoked_at IS NULL;
CREATE INDEX calendar_feeds_at_place ON calendar_feeds (place_id) WHERE revoked_at IS NULL AND place_id IS NOT NULL;
