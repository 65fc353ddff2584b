-- Tokens that people make for other programs. They are sessions: looked up, ended and forgotten as those are; with a name, an end of their own instead of
-- idle times, and where they may only read, kept from everything else.
ALTER TABLE sessions
  ADD COLUMN program text CHECK (length(program) BETWEEN 1 AND 80),
  ADD COLUMN read_only boolean NOT NULL DEFAULT false,
  ADD COLUMN expires_at timestamptz,
  ADD CONSTRAINT sessions_programs CHECK ((program IS NULL) = (expires_at IS NULL) AND (program IS NOT NULL OR NOT read_only));
