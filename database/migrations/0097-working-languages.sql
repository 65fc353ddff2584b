-- Few people have working languages: the search finds the mentors of one without reading all clients.
CREATE INDEX CONCURRENTLY users_with_languages ON users (id) WHERE working_languages <> '{}';
