-- Tickets of joining. Each belongs to one request for a code and counts its own wrong guesses. Only the SHA-256 of a ticket is kept.
CREATE TABLE join_tickets (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  code_id uuid NOT NULL REFERENCES phone_codes ON DELETE CASCADE, -- the only code that the ticket confirms; the ticket ends with it
  address text, -- where it was asked for: an IPv4 address or an IPv6 network (/48)
  tries int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5), -- raised before the guess is looked at
  used_at timestamptz
);
CREATE INDEX join_tickets_code ON join_tickets (code_id, tries);

-- A part of each day's codes is kept for numbers of existing people.
ALTER TABLE text_days DROP CONSTRAINT text_days_what_check;
ALTER TABLE text_days ADD CONSTRAINT text_days_what_check CHECK (what IN ('messages', 'codes', 'codes_known'));
