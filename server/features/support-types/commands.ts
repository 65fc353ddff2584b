import { sql } from 'kysely'
import type { NewSupportType, SupportTypeChange } from '#contract/support-types.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'

const nameIsUnique = 'support_types_name_key'

/** Adds a support type at the end of the order. Refusals: `name_taken`, and 422 for a length with an interpreter that is not longer. */
export function createSupportType(db: Connection, scope: Scope, input: NewSupportType): Promise<{ id: string } | Refusal> {
  const refusal = refuseLength(input)
  if (refusal) return Promise.resolve(refusal)
  return db.transaction().execute(async trx => {
    const created = await trx
      .insertInto('support_types')
      .values({
        ...columnsOf(input),
        name: input.name,
        colour: input.colour,
        slot_minutes: input.slot_minutes,
        position: sql`(SELECT coalesce(max(position), 0) + 1 FROM support_types)`,
      })
      .onConflict(conflict => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return refuse('name_taken')
    await recordAudit(trx, scope, { action: 'created', subject: 'support_type', subjectId: created.id, after: columnsOf(input) })
    return created
  })
}

/** Changes the given fields. Null on success. Refusals: a stale revision, and those of `createSupportType`. */
export async function changeSupportType(db: Connection, scope: Scope, id: string, change: SupportTypeChange): Promise<Refusal | null> {
  try {
    return await db.transaction().execute(async trx => {
      const current = await lockSupportType(trx, id)
      if (!current) return refuse('not_found')
      if (change.revision !== undefined && change.revision !== current.revision) return refuse('stale')
      const wanted: Record<string, unknown> = columnsOf(change)
      const names = Object.keys(wanted).filter(name => wanted[name] !== current[name as keyof typeof current])
      if (names.length === 0) return null
      const refusal = refuseLength({ ...current, ...change })
      if (refusal) return refusal
      const pick = (from: object) => Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
      await trx.updateTable('support_types').set(pick(wanted)).where('id', '=', id).execute()
      await recordAudit(trx, scope, {
        action: 'changed',
        subject: 'support_type',
        subjectId: id,
        before: pick(current),
        after: pick(wanted),
      })
      return null
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === nameIsUnique) return refuse('name_taken')
    throw error
  }
}

/**
 * Retires or reactivates a support type. Existing sessions and appointments stay. Retiring withdraws open offers to
 * the waiting list, which could no longer be accepted; triggers notify their clients. Reactivating reserves free seats
 * for those who wait. Refusal: a stale revision.
 */
export function setSupportTypeActive(
  db: Connection,
  scope: Scope,
  id: string,
  active: boolean,
  revision?: number,
): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const current = await lockSupportType(trx, id)
    if (!current) return refuse('not_found')
    if (revision !== undefined && revision !== current.revision) return refuse('stale')
    if (current.active === active) return null
    await trx.updateTable('support_types').set({ active }).where('id', '=', id).execute()
    await (active ? reserveSeats(trx, scope, id) : withdrawOffers(trx, id))
    await recordAudit(trx, scope, { action: active ? 'reactivated' : 'retired', subject: 'support_type', subjectId: id })
    return null
  })
}

/** Their entries stay on the waiting list, for the support type may return. */
async function withdrawOffers(trx: Connection, supportTypeId: string): Promise<void> {
  await trx
    .updateTable('waiting_list')
    .set({ state: 'waiting', offered_slot_id: null, offer_ends_at: null })
    .where('support_type_id', '=', supportTypeId)
    .where('state', '=', 'offered')
    .execute()
}

/** Reserves seats of the type's sessions that are not over, as if they were just published. */
async function reserveSeats(trx: Connection, { now }: Scope, supportTypeId: string): Promise<void> {
  await sql`
    SELECT reserve_session_for_waiting_list(id)
    FROM (SELECT id FROM schedules WHERE support_type_id = ${supportTypeId} AND status = 'published' AND ends_at > ${now} ORDER BY starts_at, id) ahead`.execute(
    trx,
  )
}

/**
 * Reorders all support types. Refusals: an id that is unknown or occurs twice (422), a missing one
 * (`stale`).
 */
export function orderSupportTypes(db: Connection, scope: Scope, ids: readonly string[]): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const rows = await trx.selectFrom('support_types').select(['id', 'position', 'name']).orderBy('id').forUpdate().execute()
    const known = new Set(rows.map(({ id }) => id))
    if (new Set(ids).size !== ids.length || ids.some(id => !known.has(id))) return refuseField('ids', 'field.mustNameEverySupportTypeOnce')
    if (ids.length !== rows.length) return refuse('stale')
    const current = rows.toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name)).map(({ id }) => id)
    if (current.join() === ids.join()) return null
    await sql`
      UPDATE support_types SET position = wanted.position
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, position)
      WHERE support_types.id = wanted.id AND support_types.position <> wanted.position`.execute(trx)
    await recordAudit(trx, scope, {
      action: 'ordered',
      subject: 'support_type',
      subjectId: ids[0] ?? '',
      before: { ids: current },
      after: { ids },
    })
    return null
  })
}

function refuseLength({ slot_minutes, interpreted_minutes }: Pick<NewSupportType, 'slot_minutes' | 'interpreted_minutes'>): Refusal | null {
  if (interpreted_minutes === null || interpreted_minutes > slot_minutes) return null
  return refuseField('interpreted_minutes', 'field.mustBeLongerThanTheUsualTime')
}

const lockSupportType = (trx: Connection, id: string) =>
  trx.selectFrom('support_types').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Converts the contract's fields to columns; omitted fields stay omitted. */
function columnsOf({ price, revision: _, ...fields }: SupportTypeChange) {
  return { ...fields, ...(price && { price_amount: price.amount, price_currency: price.currency }) }
}
