/** Every column that is encrypted, with the column that names its row. A column with such a value needs a line here, or a rotation forgets it. */
export const sealedColumns = [
  { table: 'authenticators', column: 'secret', key: 'user_id' },
  { table: 'login_tickets', column: 'secret', key: 'token_hash' },
  { table: 'webhook_endpoints', column: 'secret', key: 'id' },
  { table: 'webhook_endpoints', column: 'old_secret', key: 'id' },
  { table: 'busy_calendars', column: 'address', key: 'mentor_id' },
] as const
