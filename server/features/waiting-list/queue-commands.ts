import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Batch, Skipped } from '#contract/batch.ts'
import { moveBefore } from '#domain/waiting/queue.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { beginAction, keepAction, offerColumns } from '../undo/commands.ts'
import { refuseRemoval } from './policy.ts'
import type { RemovedEntry } from './restoring/commands.ts'

interface StaffChange {
  id: string
  reason: string
  revision?: number | undefined
}

/**
 * Moves an entry before another one in its support type's queue, or to the end. The audit log keeps
 * who, why, and the old and new position, from 1.
 */
export function moveInQueue(
  db: Connection,
  scope: PersonScope,
  change: StaffChange & { before_id: string | null },
): Promise<Refusal | null> {
  const { id, before_id, reason, revision } = change
  return db.transaction().execute(async trx => {
    const line = await trx
      .selectFrom('waiting_list')
      .select(['id', 'user_id', 'position', 'revision'])
      .where('support_type_id', '=', trx.selectFrom('waiting_list').select('support_type_id').where('id', '=', id))
      .where(sql<boolean>`is_open_entry(state)`)
      .orderBy('position')
      .orderBy('id')
      .forUpdate()
      .execute()
    const entry = line.find(each => each.id === id)
    if (!entry) return refuse('waiting_ended')
    if (revision !== undefined && revision !== entry.revision) return refuse('stale')
    const ids = line.map(each => each.id)
    const ordered = moveBefore(ids, id, before_id)
    if (!ordered) return refuseField('before_id', 'field.isNotInTheSameWaiting')
    const places = ordered.flatMap((each, index) => (each === ids[index] ? [] : [{ id: each, position: line[index]?.position }]))
    if (places.length === 0) return null
    await sql`UPDATE waiting_list SET position = place.position FROM json_to_recordset(${JSON.stringify(places)}) AS place (id uuid, position bigint)
      WHERE waiting_list.id = place.id`.execute(trx)
    await recordAudit(trx, scope, {
      action: 'reordered',
      subject: 'waiting',
      subjectId: id,
      personId: entry.user_id,
      reason,
      before: { place: ids.indexOf(id) + 1 },
      after: { place: ordered.indexOf(id) + 1 },
    })
    // The job that makes offers skips locked entries, and this transaction had locked all of them.
    await sql`SELECT pg_notify('openhour_waiting', '')`.execute(trx)
    return null
  })
}

/**
 * Removes a person's entry from the waiting list and notifies them. The next entry gets an offered seat. Both
 * wait, so that Undo comes first. Returns the action's id for Undo.
 */
export async function removeFromQueue(db: Connection, scope: PersonScope, change: StaffChange): Promise<{ undo: string } | Refusal> {
  const { entries, undo, refusal } = await removeEach(db, scope, change.reason, [change])
  return entries.length > 0 ? { undo } : (refusal ?? refuse('not_found'))
}

/** Removes several entries, each by itself. */
export async function removeSeveral(
  db: Connection,
  scope: PersonScope,
  { reason, entries }: { reason: string; entries: Batch },
): Promise<{ removed: string[]; skipped: Skipped; undo: string }> {
  const { skipped, undo, ...removed } = await removeEach(db, scope, reason, entries)
  return { removed: removed.entries.map(({ id }) => id), skipped, undo }
}

async function removeEach(db: Connection, scope: PersonScope, reason: string, list: Batch) {
  const undo = randomUUID()
  const entries: RemovedEntry[] = []
  const skipped: Skipped = []
  let refusal: Refusal | undefined
  for (const one of list) {
    const removed = await removeEntry(db, scope, { ...one, reason, undo, before: entries })
    if (removed instanceof Refusal) {
      refusal = removed
      skipped.push({ id: one.id, ...presentObstacle(removed, scope.language) })
    } else entries.push(removed)
  }
  return { entries, skipped, refusal, undo }
}

/** `before`: the entries that the same action has removed. */
function removeEntry(
  db: Connection,
  scope: PersonScope,
  { id, reason, revision, undo, before }: StaffChange & { undo: string; before: readonly RemovedEntry[] },
): Promise<RemovedEntry | Refusal> {
  return db.transaction().execute(async trx => {
    await beginAction(trx, scope, undo)
    const { rows } = await sql<RemovedEntry & { state: string; revision: number }>`
      SELECT user_id, state, revision, ${offerColumns} FROM waiting_list WHERE id = ${id} FOR UPDATE`.execute(trx)
    const [entry] = rows
    const refusal = refuseRemoval(entry, revision)
    if (!entry || refusal) return refusal ?? refuse('not_found')
    await trx
      .updateTable('waiting_list')
      .set({ state: 'removed', offered_slot_id: null, offer_ends_at: null })
      .where('id', '=', id)
      .execute()
    await trx
      .insertInto('outbox')
      .values({ kind: 'waiting_removed', user_id: entry.user_id, detail: JSON.stringify({ entry_id: id }) })
      .execute()
    await recordAudit(trx, scope, { action: 'removed', subject: 'waiting', subjectId: id, personId: entry.user_id, reason })
    const { state: _, revision: __, ...removed } = entry
    await keepAction(trx, scope, undo, 'remove_waiting', { entries: [...before, removed] })
    return removed
  })
}
