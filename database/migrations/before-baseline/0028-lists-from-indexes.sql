-- What a mentor's sessions and a session's own lists count and show is read from indexes alone: of a mentor's slots and appointments nearly each stands on a page of its own.
DROP INDEX slots_of_schedule;
CREATE UNIQUE INDEX slots_of_schedule ON slots (schedule_id, starts_at, mentor_id)
  INCLUDE (ends_at, roster, seats, taken, held, first_serial, blocked) WHERE live;
DROP INDEX appointments_of_schedule;
CREATE INDEX appointments_of_schedule ON appointments (schedule_id, mentor_id, status);
DROP INDEX appointments_of_mentor;
CREATE INDEX appointments_of_mentor ON appointments (mentor_id, starts_at DESC) INCLUDE (schedule_id);
