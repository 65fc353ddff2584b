-- The organisation's accent colour and logos. A logo's id is the hash of its content, with its size.

CREATE TABLE logos (
  id text PRIMARY KEY CONSTRAINT logos_id CHECK (id ~ '^[0-9a-f]{32}-[0-9]{1,3}x[0-9]{1,3}$'),
  bytes bytea NOT NULL CONSTRAINT logos_bytes CHECK (length(bytes) BETWEEN 1 AND 1048576), -- PNG
  created_at timestamptz NOT NULL
);

ALTER TABLE settings
  ADD COLUMN accent text CONSTRAINT settings_accent CHECK (accent ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN logo_light text CONSTRAINT settings_logo_light REFERENCES logos,
  ADD COLUMN logo_dark text CONSTRAINT settings_logo_dark REFERENCES logos;
