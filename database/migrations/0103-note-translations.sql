-- The translations of sessions' notes: translatable_texts finds a note by its id without hashing all of them.
CREATE INDEX CONCURRENTLY schedules_note_id ON schedules ((overlay(overlay(left(sha256_of(note), 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid)) WHERE note <> '';
