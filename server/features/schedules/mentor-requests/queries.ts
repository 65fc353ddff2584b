import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../../../platform/http/platform.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { isActiveMentor } from '../planning/queries.ts'

/** Tables of what mentors ask for and a coordinator decides. */
type RequestTable = 'hours_proposals' | 'time_off_requests'

/** Whether a row of such a table waits for a decision: it ends with its mentor's role. */
export const isDecidable = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.state`)} = 'open'
    AND EXISTS (SELECT FROM users WHERE users.id = ${sql.ref(`${alias}.mentor_id`)} AND ${isActiveMentor()}))`

/** Decided requests leave their mentor's list after this time. */
const shownMs = 30 * 86_400_000
const maxShown = 50

/** For a query of such a table: the caller's open requests, then those decided lately. */
export const ownLately = (alias: string, { person, now }: PersonScope): RawBuilder<unknown> => {
  const [state, decidedAt, createdAt, id] = ['state', 'decided_at', 'created_at', 'id'].map(column => sql.ref(`${alias}.${column}`))
  return sql`WHERE ${sql.ref(`${alias}.mentor_id`)} = ${person.id} AND (${state} = 'open' OR ${decidedAt} > ${new Date(now.getTime() - shownMs)})
    ORDER BY ${state} <> 'open', coalesce(${decidedAt}, ${createdAt}) DESC, ${id} LIMIT ${maxShown}`
}

interface Named {
  scope: PersonScope
  params: { id: string }
  platform: Platform
}

/** For routes: whether there is such a row; of the caller, if `isOwn`. */
export const existsIn =
  (table: RequestTable, { isOwn = false } = {}) =>
  async ({ scope, params, platform: { db } }: Named): Promise<boolean> => {
    const row = await db.selectFrom(table).select('mentor_id').where('id', '=', params.id).executeTakeFirst()
    return row !== undefined && (!isOwn || row.mentor_id === scope.person.id)
  }
