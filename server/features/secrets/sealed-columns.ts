/**
 * Every encrypted column, with the column that identifies its row. A column that is missing here would
 * not be re-encrypted after a key change.
 */
export const sealedColumns = [
  { table: 'authenticators', column: 'secret', key: 'user_id' },
  { table: 'login_tickets', column: 'secret', key: 'token_hash' },
  { table: 'webhook_endpoints', column: 'secret', key: 'id' },
  { table: 'webhook_endpoints', column: 'old_secret', key: 'id' },
  { table: 'busy_calendars', column: 'address', key: 'mentor_id' },
] as const
