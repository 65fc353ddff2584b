-- Text messages: what a message may go by, what it took, and what may be spent in a day.
ALTER TABLE outbox
  ADD COLUMN via text CHECK (via IN ('email', 'sms')), -- whoever is told in two ways has a message for each; null: by whichever way reaches them
  ADD COLUMN segments int; -- how many text messages it is; set when it is handed over for the first time, and counted against the budgets then

-- What was spent on a day of the organisation's: segments of messages, and codes. Updated only where it stays within the budget.
CREATE TABLE text_days (
  day date,
  what text CHECK (what IN ('messages', 'codes')),
  spent int NOT NULL,
  PRIMARY KEY (day, what)
);

ALTER TABLE settings
  ADD COLUMN text_segments_day int NOT NULL DEFAULT 2000 CHECK (text_segments_day BETWEEN 0 AND 1000000),
  ADD COLUMN text_messages_phone int NOT NULL DEFAULT 20 CHECK (text_messages_phone BETWEEN 1 AND 1000),
  ADD COLUMN codes_day int NOT NULL DEFAULT 1000 CHECK (codes_day BETWEEN 0 AND 1000000),
  ADD COLUMN codes_phone int NOT NULL DEFAULT 10 CHECK (codes_phone BETWEEN 1 AND 100);
