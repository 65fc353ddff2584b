-- The list of a contract's acceptances finds names and numbers by it.
CREATE INDEX CONCURRENTLY acceptances_person ON acceptances USING gin ((' ' || coalesce(fold_words(person_name), '') || coalesce(' ' || person_phone, '')) gin_trgm_ops);
