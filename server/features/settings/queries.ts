import { sql } from 'kysely'
import { switchableKinds } from '#contract/message-kinds.ts'
import type { Settings } from '#contract/settings.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'

/** The current settings. Read for each request, because no server keeps a copy. */
export async function readSettings(db: Connection, _scope: Scope): Promise<Settings> {
  const { quiet_from, quiet_until, messages_off, ...row } = await readSettingsRow(db)
  return {
    ...row,
    messages_off: switchableKinds.filter(kind => messages_off.includes(kind)),
    quiet_from: quiet_from.slice(0, 5),
    quiet_until: quiet_until.slice(0, 5),
  }
}

/** Whether the database knows a zone. It applies zone rules too. */
export async function isZoneOfDatabase(db: Connection, zone: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_timezone_names WHERE name = ${zone}`.execute(db)
  return rows.length > 0
}
