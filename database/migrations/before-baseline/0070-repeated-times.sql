-- Whether the clock passed the local time twice when the session was planned: `starts_later` and `ends_later` then say which of the two is meant. Without
-- it, false means "the earlier one" as well as "there was only one", and new time zone data cannot tell them apart.
ALTER TABLE schedules
  ADD COLUMN starts_repeated boolean NOT NULL DEFAULT false,
  ADD COLUMN ends_repeated boolean NOT NULL DEFAULT false;
