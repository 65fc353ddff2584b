import { randomUUID } from 'node:crypto'
import type { Skipped } from '#contract/batch.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { presentObstacle, refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { beginAction, changedSince, keepAction, undoAction } from '../undo/commands.ts'
import { explainUnpublishable } from './policy.ts'
import { lockSchedule, lockSchedules, lockSlots, releaseHeldSeats } from './slots/commands.ts'
import { findUsedSessions } from './slots/queries.ts'

interface Listed {
  id: string
  revision?: number | undefined
}

/** Sessions as publishing left them. */
interface PublishedState {
  sessions: { id: string; revision: number }[]
}

/** Opens a draft for booking. The waiting list is offered its seats once Undo is over. */
export async function publishSchedule(db: Connection, scope: Scope, session: Listed): Promise<{ undo: string } | Refusal> {
  const undo = randomUUID()
  const published = await publish(db, scope, session, { undo, done: [] })
  return published instanceof Refusal ? published : { undo }
}

/** Opens several drafts for booking, each by itself; Undo takes back all of them. */
export async function publishSchedules(
  db: Connection,
  scope: Scope,
  sessions: readonly Listed[],
): Promise<{ published: string[]; skipped: Skipped; undo: string | null }> {
  const undo = randomUUID()
  const done: PublishedState['sessions'] = []
  const skipped: Skipped = []
  for (const session of sessions) {
    const published = await publish(db, scope, session, { undo, done })
    if (published instanceof Refusal) skipped.push({ id: session.id, ...presentObstacle(published, scope.language) })
    else done.push(published)
  }
  return { published: done.map(({ id }) => id), skipped, undo: done.length > 0 ? undo : null }
}

/** `done`: what the same action has published already. */
const publish = (
  db: Connection,
  scope: Scope,
  { id, revision }: Listed,
  { undo, done }: { undo: string; done: PublishedState['sessions'] },
): Promise<{ id: string; revision: number } | Refusal> =>
  decideInTransaction(db, async trx => {
    const schedule = await lockSchedule(trx, scope, id)
    if (!schedule) return refuse('not_found')
    const refusal = explainUnpublishable(schedule, revision, scope.now)
    if (refusal) return refusal
    await beginAction(trx, scope, undo)
    const published = await trx
      .updateTable('schedules')
      .set({ status: 'published' })
      .where('id', '=', id)
      .returning(['id', 'revision'])
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'published', subject: 'schedule', subjectId: id })
    await keepAction(trx, scope, undo, 'publish_sessions', { sessions: [...done, published] } satisfies PublishedState)
    return published
  })

/**
 * Makes published sessions drafts again, all or none. Refusals: those of `undoAction`, and 409 `undo_over` once a
 * session has changed, or a client has booked it or been offered a seat.
 */
export const undoPublishing = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  decideInTransaction(db, trx =>
    undoAction<PublishedState>(trx, scope, id, 'publish_sessions', async ({ sessions }) => {
      const ids = sessions.map(session => session.id)
      const locked = new Map((await lockSchedules(trx, scope, ids)).map(({ id: one, revision }) => [one, revision]))
      if (sessions.some(session => locked.get(session.id) !== session.revision)) return changedSince()
      await lockSlots(trx, scope, ids)
      if ((await findUsedSessions(trx, scope, ids)).length > 0) return changedSince()
      await releaseHeldSeats(trx, scope, ids)
      await trx.updateTable('schedules').set({ status: 'draft' }).where('id', 'in', ids).execute()
      await recordAudit(
        trx,
        scope,
        ids.map(subjectId => ({ action: 'unpublished', subject: 'schedule', subjectId })),
      )
      return null
    }),
  )
