import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { changedSince, requeueDropped, undoAction } from '../../undo/commands.ts'
import { lockCurrentSchedules } from '../current-queries.ts'
import { type CancelledState, restoreOffers } from '../restoring/commands.ts'
import { releaseHeldSeats } from '../slots/commands.ts'
import { decideSwaps, writeSessionChanges } from './commands.ts'
import type { ChangedState } from './read-changed-state.ts'

/**
 * Gives changed sessions their former mentors, places, times and other fields, all or none; clients who moved with
 * them move back, withdrawn offers are open again, and no message is sent. Refusals: those of `undoAction`, `mentor_busy` or `client_busy` if the old
 * time is taken, and 409 `undo_over` once a session has changed again or a client is in the way.
 */
export async function undoChanging(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  return decideSwaps(db, trx =>
    undoAction<ChangedState>(trx, scope, id, 'change_sessions', async ({ sessions, moved, withdrawn = [] }, at) => {
      const ids = sessions.map(session => session.id)
      const current = await lockCurrentSchedules(trx, scope, ids)
      const revisions = new Map(current.map(session => [session.id, session.revision]))
      if (sessions.some(session => revisions.get(session.id) !== session.revision)) return changedSince()
      const restored = new Map(sessions.map(session => [session.id, session.fields]))
      const ordered = current.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
      const input = { change: {}, chosen_times: [], restored, move_clients: moved, alone: false }
      const written = await writeSessionChanges(trx, scope, ordered, input)
      if (written instanceof Refusal) return isBusy(written) ? written : changedSince()
      const together = sessions.flatMap(session => (session.changed_alone ? [] : [session.id]))
      if (together.length > 0)
        await trx
          .updateTable('schedules')
          .set({ changed_alone: false })
          .where('id', 'in', together)
          .where('changed_alone', '=', true)
          .execute()
      await requeueDropped(trx, scope, moved, at)
      return (await offerAgain(trx, scope, ids, withdrawn)) ? null : changedSince()
    }),
  )
}

/** Restores the withdrawn offers before any other entry gets their seats. False: as in `restoreOffers`. */
async function offerAgain(trx: Connection, scope: PersonScope, ids: readonly string[], offers: CancelledState['offers']): Promise<boolean> {
  if (offers.length === 0) return true
  await releaseHeldSeats(trx, scope, ids)
  if (!(await restoreOffers(trx, scope, offers))) return false
  await sql`SELECT reserve_session_for_waiting_list(id) FROM unnest(${ids}::uuid[]) AS session (id)`.execute(trx)
  return true
}

const isBusy = ({ code }: Refusal): boolean => code === 'mentor_busy' || code === 'client_busy'
