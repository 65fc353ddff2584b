import { sql } from 'kysely'
import type { Session } from '#contract/profile.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { lifetimeOf } from '../../platform/session-gate.ts'

export { refuseOldSignIn } from './recent-sign-in.ts'

/** The caller's sessions, last used first, without those that were idle too long. */
export async function listOwnSessions(db: Connection, { person, now }: PersonScope): Promise<Session[]> {
  const isWithin = (staff: boolean) => {
    const { idle, total } = lifetimeOf(person, { staff })
    const since = (ms: number) => new Date(Math.max(0, now.getTime() - ms)).toISOString()
    // As the session gate: staff whose provider has not vouched for them for an hour are logged out.
    const vouched = sql<boolean>`(NOT staff OR provider_checked_at IS NULL OR provider_checked_at >= ${since(3_600_000)}::timestamptz)`
    return sql<boolean>`(staff = ${staff} AND ${vouched} AND last_used_at >= ${since(idle)}::timestamptz AND created_at >= ${since(total)}::timestamptz)`
  }
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('program', 'is', null)
    .where(sql<boolean>`(${isWithin(true)} OR ${isWithin(false)})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, current: row.id === person.sessionId }))
}
