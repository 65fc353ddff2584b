-- Searches may be names, which outlive the erasure of their people.
UPDATE saved_views SET params = params - 'search' WHERE params ? 'search';
