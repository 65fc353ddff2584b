-- The booking page can be shown in a frame on the organisation's own websites. `visits`: whether a visit that
-- began in such a frame has ended with a booking.

ALTER TABLE settings ADD COLUMN embed_origins text[] NOT NULL DEFAULT '{}' CONSTRAINT settings_embed_origins CHECK (cardinality(embed_origins) <= 20);

CREATE TABLE visits (
  visit_hash bytea PRIMARY KEY,
  result text NOT NULL CHECK (result IN ('booked', 'pending')),
  created_at timestamptz NOT NULL
);
CREATE INDEX visits_age ON visits (created_at);
