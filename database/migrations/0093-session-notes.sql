-- The list of sessions finds words of notes by it.
CREATE INDEX CONCURRENTLY schedules_note_words ON schedules USING gin ((' ' || fold_words(note)) gin_trgm_ops) WHERE note <> '';
