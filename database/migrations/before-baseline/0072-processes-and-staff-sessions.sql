-- When the process began. One that began after another of the same name was last seen took its place; where both were seen meanwhile, both run.
ALTER TABLE zone_data_servers ADD COLUMN started_at timestamptz;

-- Whether a session was ever that of a privileged person. It keeps the short limits of staff when the last role is taken: one that is over stays over.
ALTER TABLE sessions ADD COLUMN staff boolean NOT NULL DEFAULT false;
UPDATE sessions SET staff = true WHERE ended_at IS NULL AND program IS NULL
  AND EXISTS (SELECT FROM roles_of(user_id) r WHERE r.is_admin OR r.is_mentor OR cardinality(r.abilities) > 0);
