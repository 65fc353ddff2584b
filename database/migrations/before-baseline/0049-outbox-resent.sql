CREATE INDEX CONCURRENTLY outbox_resent ON outbox (resent_from) WHERE resent_from IS NOT NULL;
