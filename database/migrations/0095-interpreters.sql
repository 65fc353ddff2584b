-- The languages that clients and mentors speak, and who needs an interpreter.
ALTER TABLE users ADD COLUMN spoken_language text CONSTRAINT users_spoken_language CHECK (length(spoken_language) <= 35);
ALTER TABLE users ADD COLUMN needs_interpreter boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN working_languages text[] NOT NULL DEFAULT '{}' CONSTRAINT users_working_languages CHECK (cardinality(working_languages) <= 20);
ALTER TABLE users ADD CONSTRAINT users_interpreter CHECK (NOT needs_interpreter OR spoken_language IS NOT NULL) NOT VALID;
ALTER TABLE appointments ADD COLUMN interpreter_language text;
