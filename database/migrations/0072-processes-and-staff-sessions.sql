-- When the process began. One that began after another of the same name was last seen took its place; where both were seen meanwhile, both run.
ALTER TABLE zone_data_servers ADD COLUMN started_at timestamptz;
