/**
 * Every encrypted column, with the column that identifies its row. A column that is missing here would
 * not be re-encrypted after a key change.
 */
export const sealedColumns = [
  { table: 'authenticators', column: 'secret', key: 'user_id' },
  { table: 'login_tickets', column: 'secret', key: 'token_hash' },
  { table: 'webhook_endpoints', column: 'secret', key: 'id' },
  { table: 'webhook_endpoints', column: 'old_secret', key: 'id' },
  { table: 'webhook_old_secrets', column: 'secret', key: 'id' },
  { table: 'busy_calendars', column: 'address', key: 'mentor_id' },
  { table: 'identity_providers', column: 'client_secret', key: 'id' },
  { table: 'provider_logins', column: 'refresh_token', key: 'id' },
  { table: 'provider_sign_ins', column: 'verifier', key: 'state_hash' },
  { table: 'provider_tickets', column: 'refresh_token', key: 'token_hash' },
] as const
