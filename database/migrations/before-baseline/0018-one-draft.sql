-- A contract has at most one text that is being written.
CREATE UNIQUE INDEX contract_versions_one_draft ON contract_versions (contract_id) WHERE published_at IS NULL;

-- Who accepted a version, latest first.
CREATE INDEX acceptances_version ON acceptances (version_id, accepted_at DESC);

-- A meeting link is a link that browsers open over TLS, and a room has none.
ALTER TABLE places ADD CONSTRAINT places_meeting CHECK (meeting_url IS NULL OR (kind = 'online' AND meeting_url ~ '^https://'));
