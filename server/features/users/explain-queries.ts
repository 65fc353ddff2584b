import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { isOpenRecord } from '../people/queries.ts'

/** Why a conditional update of a person's record changed no row. */
export async function explainZeroRows(db: Connection, { person }: PersonScope, id: string): Promise<Refusal> {
  const { rows } = await sql<{ open: boolean; managed: boolean }>`
    SELECT ${isOpenRecord('users')} AS open, may_manage(${person.id}, id) AS managed FROM users WHERE id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return refuse('not_found')
  if (!row.managed) return refuse('outranked')
  return refuse(row.open ? 'stale' : 'record_closed')
}
