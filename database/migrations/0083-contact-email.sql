CREATE INDEX CONCURRENTLY users_contact_email ON users (lower(email)) WHERE active;
