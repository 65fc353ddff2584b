import type pg from 'pg'

/** In a database that was put back to an earlier moment: whoever logged out, stopped a calendar's address, lost a role or a password since must not be in again, nor may a code or link that was used be used twice. */
export async function endEverySession(client: pg.Client): Promise<void> {
  await client.query(`
    BEGIN;
    UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL;
    UPDATE calendar_feeds SET revoked_at = now() WHERE revoked_at IS NULL;
    UPDATE phone_codes SET used_at = now() WHERE used_at IS NULL;
    DELETE FROM registration_tickets;
    DELETE FROM login_tickets;
    UPDATE setup_links SET ended_at = now() WHERE ended_at IS NULL;
    COMMIT`)
}

/** Removes what cannot be read because its key is lost: authenticators are set up again, webhooks and mentors' calendars entered again. */
export async function forgetSecrets(client: pg.Client): Promise<void> {
  await client.query(`
    BEGIN;
    DELETE FROM authenticators;
    DELETE FROM login_tickets;
    DELETE FROM webhook_endpoints;
    DELETE FROM busy_calendars;
    UPDATE installation SET key_check = NULL;
    COMMIT`)
}
