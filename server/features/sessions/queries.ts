import { sql } from 'kysely'
import type { Session } from '#contract/profile.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { lifetimeOf } from '../../platform/session-gate.ts'
import { nameDevice } from '../../platform/describe-device.ts'

/** The caller's sessions, last used first, without those that were idle too long. */
export async function listOwnSessions(db: Connection, { person, now, language }: PersonScope): Promise<Session[]> {
  const isWithin = (staff: boolean) => {
    const { idle, total } = lifetimeOf(person, { staff })
    const since = (ms: number) => new Date(Math.max(0, now.getTime() - ms)).toISOString()
    // As the session gate: staff whose provider has not vouched for them for an hour are logged out.
    const vouched = sql<boolean>`(NOT staff OR provider_checked_at IS NULL OR provider_checked_at >= ${since(3_600_000)}::timestamptz)`
    return sql<boolean>`(staff = ${staff} AND ${vouched} AND last_used_at >= ${since(idle)}::timestamptz AND created_at >= ${since(total)}::timestamptz)`
  }
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'method'])
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('program', 'is', null)
    .where(sql<boolean>`(${isWithin(true)} OR ${isWithin(false)})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, device: nameDevice(language, row.device), current: row.id === person.sessionId }))
}

/** How long ago a person may have proved who they are when they change how they sign in. */
const recentSignInMs = 5 * 60 * 1000

/**
 * Refuses to change how a person signs in from a session left open: they signed in, or proved who
 * they are again, within the last five minutes. Null if so.
 * Refusal: 403 `log_in_again`.
 */
export async function refuseOldSignIn(db: Connection, { person, now }: PersonScope): Promise<Refusal | null> {
  const { created_at, authenticated_at } = await db
    .selectFrom('sessions')
    .select(['created_at', 'authenticated_at'])
    .where('id', '=', person.sessionId)
    .executeTakeFirstOrThrow()
  return Date.parse(authenticated_at ?? created_at) > now.getTime() - recentSignInMs ? null : refuse('log_in_again')
}
