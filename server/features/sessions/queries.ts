import { sql } from 'kysely'
import { isPrivileged } from '#contract/granted.ts'
import type { Session } from '#contract/profile.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope, SignedIn } from '../../platform/scope.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { lifetimeOf, vouchedMs } from '../../platform/session-gate.ts'
import { nameDevice } from '../../platform/describe-device.ts'

const sessionsOf = defineQuery(
  'sessions of a person',
  (
    db,
    of: {
      userId: Param<string>
      privileged: Param<boolean>
      vouched: Param<string>
      staffIdle: Param<string>
      staffTotal: Param<string>
      idle: Param<string>
      total: Param<string>
    },
  ) =>
    db
      .selectFrom('sessions')
      .select(['id', 'device', 'created_at', 'last_used_at', 'method'])
      .where('user_id', '=', of.userId)
      .where('ended_at', 'is', null)
      .where('program', 'is', null)
      .where(
        sql<boolean>`CASE WHEN staff OR ${of.privileged}::boolean
          THEN (provider_checked_at IS NULL OR provider_checked_at >= ${of.vouched}::timestamptz) AND last_used_at >= ${of.staffIdle}::timestamptz AND created_at >= ${of.staffTotal}::timestamptz
          ELSE last_used_at >= ${of.idle}::timestamptz AND created_at >= ${of.total}::timestamptz END`,
      )
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc'),
  { priority: true },
)

/** A person with what decides how long their sessions last. */
type SessionOwner = Pick<SignedIn, 'id' | 'isAdmin' | 'isMentor' | 'abilities'>

/** A person's sessions, last used first, without those that the session gate refuses. */
export async function listOpenSessions(db: Connection, { now, language }: Scope, owner: SessionOwner) {
  const [staff, client] = [lifetimeOf(owner, { staff: true }), lifetimeOf(owner, { staff: false })]
  const since = (ms: number) => new Date(Math.max(0, now.getTime() - ms)).toISOString()
  const rows = await sessionsOf(db, {
    userId: owner.id,
    privileged: isPrivileged(owner),
    vouched: since(vouchedMs),
    staffIdle: since(staff.idle),
    staffTotal: since(staff.total),
    idle: since(client.idle),
    total: since(client.total),
  })
  return rows.map(row => ({ ...row, device: nameDevice(language, row.device) }))
}

/** The caller's sessions. */
export const listOwnSessions = async (db: Connection, scope: PersonScope): Promise<Session[]> =>
  (await listOpenSessions(db, scope, scope.person)).map(row => ({ ...row, current: row.id === scope.person.sessionId }))

/** How long ago a person may have proved who they are when they change how they sign in. */
const recentSignInMs = 5 * 60 * 1000

/**
 * Refuses to change how a person signs in from a session left open: they signed in, or proved who
 * they are again, within the last five minutes. Null if so.
 * Refusals: 403 `log_in_again`; 401 where erasing the caller has just deleted the session.
 */
export async function refuseOldSignIn(db: Connection, { person, now }: PersonScope): Promise<Refusal | null> {
  const session = await db
    .selectFrom('sessions')
    .select(['created_at', 'authenticated_at'])
    .where('id', '=', person.sessionId)
    .executeTakeFirst()
  if (!session) return refuse('unauthenticated')
  return Date.parse(session.authenticated_at ?? session.created_at) > now.getTime() - recentSignInMs ? null : refuse('log_in_again')
}
