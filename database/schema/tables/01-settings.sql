-- The organisation's settings and the state of the installation.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Pictures for pages and e-mails. The id is the hash of the content, with the size in pixels.
CREATE TABLE logos (
  id text PRIMARY KEY CONSTRAINT logos_id CHECK (id ~ '^[0-9a-f]{32}-[0-9]{1,3}x[0-9]{1,3}$'),
  bytes bytea NOT NULL CONSTRAINT logos_bytes CHECK (length(bytes) BETWEEN 1 AND 1048576), -- PNG
  created_at timestamptz NOT NULL
);

-- One row: what an administrator can set, with the product's defaults.
CREATE TABLE settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  site_name text NOT NULL DEFAULT 'Openhour' CHECK (length(site_name) BETWEEN 1 AND 80),
  contact text NOT NULL DEFAULT '',
  phone_country text NOT NULL DEFAULT 'GB' CHECK (phone_country ~ '^[A-Z]{2}$'),
  currency text NOT NULL DEFAULT 'GBP' CHECK (currency ~ '^[A-Z]{3}$'),
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'Europe/London',
  notice_minutes int NOT NULL DEFAULT 120 CHECK (notice_minutes BETWEEN 0 AND 43200),
  change_minutes int NOT NULL DEFAULT 720 CHECK (change_minutes BETWEEN 0 AND 43200),
  max_open int NOT NULL DEFAULT 3 CHECK (max_open BETWEEN 1 AND 100),
  missed_limit int NOT NULL DEFAULT 3 CHECK (missed_limit BETWEEN 1 AND 100),
  missed_days int NOT NULL DEFAULT 90 CHECK (missed_days BETWEEN 1 AND 3650),
  reminder_minutes int[] NOT NULL DEFAULT '{1440,120}',
  retention_months int NOT NULL DEFAULT 84 CHECK (retention_months BETWEEN 1 AND 1200), -- texts of closed appointments are kept this long
  revision int NOT NULL DEFAULT 1,
  offer_minutes int NOT NULL DEFAULT 60 CHECK (offer_minutes BETWEEN 5 AND 1440), -- a freed seat is held this long for the person it is offered to
  quiet_from time NOT NULL DEFAULT '21:00', -- no offers from this local time of `time_zone` …
  quiet_until time NOT NULL DEFAULT '08:00', -- … until this one; equal times: offers at any time
  low_score int NOT NULL DEFAULT 2 CHECK (low_score BETWEEN 0 AND 4), -- this many stars or fewer raise a notice; 0: never
  message_months int NOT NULL DEFAULT 24 CHECK (message_months BETWEEN 1 AND 1200),
  audit_months int NOT NULL DEFAULT 84 CHECK (audit_months BETWEEN 1 AND 1200),
  text_segments_day int NOT NULL DEFAULT 2000 CHECK (text_segments_day BETWEEN 0 AND 1000000),
  text_messages_phone int NOT NULL DEFAULT 20 CHECK (text_messages_phone BETWEEN 1 AND 1000),
  codes_day int NOT NULL DEFAULT 1000 CHECK (codes_day BETWEEN 0 AND 1000000),
  codes_phone int NOT NULL DEFAULT 10 CHECK (codes_phone BETWEEN 1 AND 100),
  messages_off text[] NOT NULL DEFAULT '{}', -- kinds of messages that the organisation does not send
  mentor_access_days int NOT NULL DEFAULT 180 CHECK (mentor_access_days BETWEEN 1 AND 3650), -- after a client's last seat, their mentor reads the record this long
  record_reason boolean NOT NULL DEFAULT false, -- opening a record outside one's own work requires a reason
  CONSTRAINT settings_reminders CHECK (cardinality(reminder_minutes) <= 5 AND 5 <= ALL (reminder_minutes) AND 43200 >= ALL (reminder_minutes)),
  invitation_days int NOT NULL DEFAULT 3 CONSTRAINT settings_invitation_days CHECK (invitation_days BETWEEN 1 AND 30), -- how long a link of an invitation is valid
  opening_hidden boolean NOT NULL DEFAULT false, -- the list "Open for booking" is not shown any more
  embed_origins text[] NOT NULL DEFAULT '{}' CONSTRAINT settings_embed_origins CHECK (cardinality(embed_origins) <= 20), -- websites that may frame the booking page
  plan_ahead_weeks int NOT NULL DEFAULT 8 CONSTRAINT settings_plan_ahead_weeks CHECK (plan_ahead_weeks BETWEEN 1 AND 52), -- weekly hours are planned this far
  accent text CONSTRAINT settings_accent CHECK (accent ~ '^#[0-9a-f]{6}$'), -- null: the product's own
  logo_light text CONSTRAINT settings_logo_light REFERENCES logos, -- on light pages …
  logo_dark text CONSTRAINT settings_logo_dark REFERENCES logos, -- … and on dark ones
  travel_minutes int NOT NULL DEFAULT 0 CONSTRAINT settings_travel_minutes CHECK (travel_minutes BETWEEN 0 AND 480), -- planning warns of less time between two places; 0: never
  time_off_approval boolean NOT NULL DEFAULT false, -- mentors request time off
  email_signature text NOT NULL DEFAULT '' CONSTRAINT settings_email_signature CHECK (length(email_signature) <= 500) -- ends every e-mail
);
INSERT INTO settings DEFAULT VALUES;

-- One row, written at the first start. A server in the other mode, or with another key file, refuses to use
-- the database.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  marked_at timestamptz NOT NULL DEFAULT now(),
  key_check bytea -- a known value, encrypted with the key file
);

-- Requests by call and address, counted for all servers of this database together. Unlogged: a crash loses
-- a few minutes of counts.
CREATE UNLOGGED TABLE request_counts (
  key text PRIMARY KEY, -- the call (empty: every request) and the address
  count int NOT NULL,
  ends_at timestamptz NOT NULL -- end of the window
);
CREATE INDEX request_counts_ended ON request_counts (ends_at);

-- The first request with a key is answered, and a repetition with the same body gets the same answer for 24 hours.
-- `status` is null until the first request is answered.
CREATE TABLE idempotency_keys (
  actor text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status int,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (actor, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Whether a visit that began in a frame on another site has ended with a booking.
CREATE TABLE visits (
  visit_hash bytea PRIMARY KEY,
  result text NOT NULL CHECK (result IN ('booked', 'pending')),
  created_at timestamptz NOT NULL
);
CREATE INDEX visits_age ON visits (created_at);

-- The newest release of time zone data that any server had, and when future sessions were last compared
-- with it. Servers with an older release change nothing.
CREATE TABLE zone_data (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version text NOT NULL DEFAULT '',
  checked_at timestamptz
);
INSERT INTO zone_data DEFAULT VALUES;

-- Rows of earlier releases stay: the server may have planned sessions with them.
CREATE TABLE zone_data_servers (
  server text NOT NULL,
  version text NOT NULL,
  seen_at timestamptz NOT NULL,
  started_at timestamptz, -- a process that started after the last sight of another one of the same name replaced it
  PRIMARY KEY (server, version)
);
