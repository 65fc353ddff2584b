import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { lockPeople } from '../../people/commands.ts'
import { changedSince, haveOffersMoved, releaseReserved, undoAction } from '../../undo/commands.ts'

/** An entry as it was before it was removed, with its offer (`OfferState`) if it had one. */
export interface RemovedEntry {
  id: string
  user_id: string
  slot_id: string | null
  ends_at: string | null
  starts_at?: string | null
  place_id?: string | null
}

/**
 * Puts removed entries back in their old position, all or none, with their offers; no message is sent. Refusals:
 * those of `undoAction`, `already_waiting` if the client has joined again, `slot_taken` if the offered seat is
 * gone, `undo_over` if it is at another time or place, and `waiting_ended` if an entry was erased or has changed.
 */
export const undoRemoving = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  decideInTransaction(db, trx =>
    undoAction<{ entries: RemovedEntry[] }>(trx, scope, id, 'remove_waiting', async ({ entries }) => {
      await lockPeople(trx, scope, [...new Set(entries.map(({ user_id }) => user_id))])
      // The seats that the removal reserved for the next in line; they are offered after the action's time.
      await releaseReserved(trx, id)
      for (const entry of entries) {
        const refusal = await restoreEntry(trx, scope, entry, 'removed')
        if (refusal) return refusal
      }
      return null
    }),
  )

/** Puts an entry that ended in this state back in its position. The caller has locked the person. */
export async function restoreEntry(
  trx: Connection,
  scope: PersonScope,
  { id, user_id, slot_id, ends_at, ...known }: RemovedEntry,
  ended: 'removed' | 'left',
): Promise<Refusal | null> {
  const { rows } = await sql<{ state: string; again: boolean }>`
    SELECT w.state, EXISTS (SELECT 1 FROM waiting_list o WHERE o.user_id = w.user_id AND o.support_type_id = w.support_type_id
      AND o.from_date = w.from_date AND o.to_date = w.to_date AND is_open_entry(o.state)) AS again
    FROM waiting_list w JOIN users u ON u.id = w.user_id AND u.active WHERE w.id = ${id} FOR UPDATE OF w`.execute(trx)
  const [entry] = rows
  if (entry?.state !== ended) return refuse('waiting_ended')
  if (entry.again) return refuse('already_waiting')
  const { numUpdatedRows } = await trx
    .updateTable('waiting_list')
    .set({ state: slot_id ? 'offered' : 'waiting', offered_slot_id: slot_id, offer_ends_at: ends_at })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return refuse('slot_taken')
  if (slot_id && ends_at && (await haveOffersMoved(trx, scope, [{ id, slot_id, ends_at, ...known }]))) return changedSince()
  // A free seat may fit it that the removal did not free.
  await sql`SELECT pg_notify('openhour_waiting', '')`.execute(trx)
  await recordAudit(trx, scope, { action: 'restored', subject: 'waiting', subjectId: id, personId: user_id })
  return null
}
