-- Sessions of a series change together; one that was changed by itself is marked.

ALTER TABLE schedules ADD COLUMN changed_alone boolean NOT NULL DEFAULT false;
CREATE INDEX schedules_of_series ON schedules (series_id, starts_at) WHERE series_id IS NOT NULL;
