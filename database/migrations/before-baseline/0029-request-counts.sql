-- How often an address asked lately, for all servers of this database together (server/platform/request-limits.ts). What a crash empties is a count of some minutes.
CREATE UNLOGGED TABLE request_counts (
  key text PRIMARY KEY, -- the call, or nothing for every request, and the address
  count int NOT NULL,
  ends_at timestamptz NOT NULL -- from when on it counts no more
);
CREATE INDEX request_counts_ended ON request_counts (ends_at);
