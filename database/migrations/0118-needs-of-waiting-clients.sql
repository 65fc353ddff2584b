-- A client can wait for a mentor who speaks a language. The need for an interpreter that was told is kept; null: as the
-- client's profile says.
ALTER TABLE waiting_list ADD COLUMN language text, ADD COLUMN interpreter boolean;
