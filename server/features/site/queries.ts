import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'

/** What an administrator has set, as every page and policy needs it. */
export const readSettingsRow = (db: Connection) => db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()

/** The organisation as the pages show it. */
export async function readSite(db: Connection, _scope: Scope) {
  const row = await readSettingsRow(db)
  const { site_name, phone_country, contact, currency, notice_minutes, change_minutes, max_open, missed_limit, missed_days } = row
  return { site_name, phone_country, contact, currency, policies: { notice_minutes, change_minutes, max_open, missed_limit, missed_days } }
}

/** The numbers of the migrations that the database has. */
export async function appliedMigrations(db: Connection): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`SELECT number FROM migrations`.execute(db)
  return rows.map(({ number }) => number)
}
