-- The audit log without a filter shows the records that were opened, not everyone who stood in a list.
CREATE INDEX CONCURRENTLY record_views_opened ON record_views (at DESC, id DESC) WHERE what NOT IN ('list', 'search', 'audit');
