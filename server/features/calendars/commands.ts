import { sql } from 'kysely'
import type { CalendarFeed } from '#contract/calendars.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashToken, newToken } from '../../platform/session-gate.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockCaller, lockRoleAssignments } from '../people/commands.ts'
import { isFeedReadable } from './policy.ts'
import type { FoundFeed } from './queries.ts'

/** Enough for a phone, a computer and a shared calendar. */
const maxInUse = 5

/** The content of a feed: the owner's appointments, those with the owner as mentor, or those at a place. */
export type FeedRequest = { kind: 'client' | 'mentor'; placeId: null } | { kind: 'place'; placeId: string }

/**
 * Creates the secret part of a feed address. Only this response contains it. The caller has checked
 * that the person may see such a calendar.
 * Refusals: those of `lockCaller`, 409 `too_many_calendars`, 403 `not_mentor` or `missing_ability` for a right that was
 * taken meanwhile.
 */
export const makeFeed = (
  db: Connection,
  scope: PersonScope,
  { kind, placeId }: FeedRequest,
): Promise<{ token: string; feed: CalendarFeed } | Refusal> =>
  decideInTransaction(db, async (trx): Promise<{ token: string; feed: CalendarFeed } | Refusal> => {
    const { id, name } = scope.person
    // Serialises concurrent calls, so that the count is right and no address is created behind a log-out.
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    const lost = kind === 'client' ? null : await refuseLostRight(trx, id, kind)
    if (lost) return lost
    const { inUse } = await trx
      .selectFrom('calendar_feeds')
      .select(({ fn }) => fn.countAll<number>().as('inUse'))
      .where('user_id', '=', id)
      .where('kind', '=', kind)
      .where('place_id', 'is not distinct from', placeId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (inUse >= maxInUse) return refuse('too_many_calendars')
    const token = newToken()
    const made = await trx
      .insertInto('calendar_feeds')
      .values({ user_id: id, kind, place_id: placeId, token_hash: hashToken(token), created_at: scope.now })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'calendar_made', ...subjectOf(id, placeId) })
    return { token, feed: { ...made, kind, made_by: { id, name }, last_used_at: null } }
  })

/** Why an address may no longer be created. Locks roles, so that taking the right later stops the address. */
async function refuseLostRight(trx: Connection, userId: string, kind: 'mentor' | 'place'): Promise<Refusal | null> {
  await lockRoleAssignments(trx)
  const { rows } = await sql<Rights>`SELECT abilities, is_mentor FROM roles_of(${userId})`.execute(trx)
  if (rows.some(rights => isFeedReadable({ kind, ...rights }))) return null
  return refuse(kind === 'mentor' ? 'not_mentor' : 'missing_ability')
}

type Rights = Pick<FoundFeed, 'abilities' | 'is_mentor'>

/** Stops one of the caller's addresses. False if there is none. */
export const stopOwnFeed = (db: Connection, scope: PersonScope, feedId: string): Promise<boolean> =>
  stop(db, scope, feedId, { userId: scope.person.id })

/** Stops an address of a place's calendar. False if there is none. The caller has checked the permission. */
export const stopPlaceFeed = (db: Connection, scope: PersonScope, feedId: string): Promise<boolean> => stop(db, scope, feedId, {})

const stop = (db: Connection, scope: PersonScope, feedId: string, { userId }: { userId?: string }): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const stopped = await trx
      .updateTable('calendar_feeds')
      .set({ revoked_at: scope.now })
      .where('id', '=', feedId)
      .where('revoked_at', 'is', null)
      .where('kind', userId === undefined ? '=' : '<>', 'place')
      .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? null))
      .returning(['user_id', 'place_id'])
      .executeTakeFirst()
    if (stopped) await recordAudit(trx, scope, { action: 'calendar_stopped', ...subjectOf(stopped.user_id, stopped.place_id) })
    return stopped !== undefined
  })

const subjectOf = (userId: string, placeId: string | null) =>
  placeId === null ? { subject: 'user' as const, subjectId: userId, personId: userId } : { subject: 'place' as const, subjectId: placeId }

/**
 * Stops all addresses of these people's own calendars; part of logging out everywhere. Those of places stay, because
 * colleagues share them: they end with their maker's role or account, or on the place's page.
 */
export async function stopOwnFeeds(trx: Connection, { now }: Scope, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('calendar_feeds')
    .set({ revoked_at: now })
    .where('user_id', 'in', userIds)
    .where('kind', '<>', 'place')
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Stops the addresses of these people's mentor's and places' calendars that they no longer have the right to. A role
 * that returns does not restore them. The caller has locked roles.
 */
export async function stopUnreadableFeeds(trx: Connection, { now }: Scope, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const { rows } = await sql<Rights & Pick<FoundFeed, 'id' | 'kind'>>`SELECT f.id, f.kind, r.abilities, r.is_mentor
    FROM calendar_feeds f CROSS JOIN LATERAL roles_of(f.user_id) r
    WHERE f.user_id = ANY (${userIds}::uuid[]) AND f.kind <> 'client' AND f.revoked_at IS NULL`.execute(trx)
  const ids = rows.filter(row => !isFeedReadable(row)).map(({ id }) => id)
  if (ids.length > 0) await trx.updateTable('calendar_feeds').set({ revoked_at: now }).where('id', 'in', ids).execute()
}

/** Records that a feed was fetched. */
export const recordFeedUse = (db: Connection, feedId: string, now: Date) =>
  db.updateTable('calendar_feeds').set({ last_used_at: now }).where('id', '=', feedId).execute()
