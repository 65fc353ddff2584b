-- Erasing a member of staff finds what they recorded for others.
CREATE INDEX CONCURRENTLY acceptances_recorded_by ON acceptances (recorded_by) WHERE recorded_by <> user_id;
