-- A published contract can be withdrawn: null while its newest published version is in force.
ALTER TABLE contracts ADD COLUMN withdrawn_at timestamptz;
