import type pg from 'pg'

/**
 * Ends all sessions, calendar addresses, codes and links of a restored database. It may be older than a
 * log-out, a revoked address, a removed role or a used code.
 */
export async function endEverySession(client: pg.Client): Promise<void> {
  await client.query(`
    BEGIN;
    UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL;
    UPDATE calendar_feeds SET revoked_at = now() WHERE revoked_at IS NULL;
    UPDATE phone_codes SET used_at = now() WHERE used_at IS NULL;
    DELETE FROM registration_tickets;
    DELETE FROM login_tickets;
    DELETE FROM passkey_challenges;
    DELETE FROM recovery_codes;
    UPDATE invitations SET expires_at = least(expires_at, now()),
      revoked_at = CASE WHEN accepted_at IS NULL THEN coalesce(revoked_at, now()) END;
    UPDATE setup_links SET ended_at = now() WHERE ended_at IS NULL;
    DELETE FROM provider_sign_ins;
    DELETE FROM provider_tickets;
    DELETE FROM provider_logins;
    COMMIT`)
}

/**
 * Removes the secrets that cannot be read without the lost key. People set up authenticators, webhooks
 * and mentors' calendars again, and single sign-on is off. Returns the names of the identity providers that were on.
 */
export async function forgetSecrets(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM identity_providers WHERE enabled AND client_secret IS NOT NULL ORDER BY name',
  )
  await client.query(`
    BEGIN;
    DELETE FROM authenticators;
    DELETE FROM login_tickets;
    DELETE FROM webhook_endpoints;
    DELETE FROM busy_calendars;
    DELETE FROM provider_sign_ins;
    DELETE FROM provider_tickets;
    DELETE FROM provider_logins;
    UPDATE identity_providers SET client_secret = NULL, enabled = false WHERE client_secret IS NOT NULL;
    UPDATE installation SET key_check = NULL;
    COMMIT`)
  return rows.map(({ name }) => name)
}
