-- The booking form adds up the free seats of the next sessions, those of a running one only as far as their time is not over: from the index alone.
DROP INDEX slots_of_schedule;
CREATE UNIQUE INDEX slots_of_schedule ON slots (schedule_id, starts_at, mentor_id) INCLUDE (ends_at, seats, taken, held, blocked) WHERE live;
