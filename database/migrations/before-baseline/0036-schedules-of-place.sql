-- A place's calendar finds its sessions by it.
CREATE INDEX CONCURRENTLY schedules_of_place ON schedules (place_id, starts_at);
