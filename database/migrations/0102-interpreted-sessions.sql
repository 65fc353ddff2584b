-- Longer times with an interpreter: the length for a support type, and the sessions whose times are kept for them.
ALTER TABLE support_types ADD COLUMN interpreted_minutes int
  CONSTRAINT support_types_interpreted CHECK (interpreted_minutes BETWEEN 5 AND 480 AND interpreted_minutes > slot_minutes);
ALTER TABLE schedules ADD COLUMN interpreted boolean NOT NULL DEFAULT false;
ALTER TABLE weekly_hours ADD COLUMN interpreted boolean NOT NULL DEFAULT false;
ALTER TABLE hours_proposals ADD COLUMN interpreted boolean NOT NULL DEFAULT false;
