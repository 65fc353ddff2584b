import { sql } from 'kysely'
import { Temporal } from '#domain/time/temporal.ts'
import { maxUnansweredOffers } from '#domain/waiting/queue.ts'
import { decideOfferTime } from '#domain/waiting/offer-time.ts'
import { endOfQuietHours } from '#domain/waiting/quiet-hours.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { findLine, readOfferPolicies, readSeatTimes, type SeatTimes } from './queries.ts'

/**
 * Ends expired offers. Their entries move to the end of the queue; the database reserves the seat
 * for the next one.
 */
export async function endOverdueOffers(db: Connection, scope: Scope): Promise<void> {
  const now = scope.now.toISOString()
  const { quiet } = await readOfferPolicies(db)
  const sendAt = endOfQuietHours(Temporal.Instant.from(now), quiet)?.toString() ?? now
  const overdue = (connection: Connection) =>
    connection.selectFrom('waiting_list').select(['id', 'user_id']).where('state', '=', 'offered').where('offer_ends_at', '<=', now)
  for (const { id } of await overdue(db).orderBy('offer_ends_at').execute()) {
    await db.transaction().execute(async trx => {
      const entry = await overdue(trx).where('id', '=', id).forUpdate().executeTakeFirst()
      if (!entry) return
      const reached = await hasReached(trx, scope, id)
      const settled = { outcome: reached ? ('expired' as const) : ('unreached' as const), settled_at: scope.now }
      await trx.updateTable('waiting_offers').set(settled).where('entry_id', '=', id).where('outcome', 'is', null).execute()
      await sql`
        UPDATE waiting_list SET offered_slot_id = NULL, offer_ends_at = NULL,
          position = CASE WHEN ${reached} THEN nextval(pg_get_serial_sequence('waiting_list', 'position')) ELSE position END,
          state = CASE WHEN (SELECT count(*) FROM waiting_offers WHERE entry_id = ${id} AND outcome = 'expired') >= ${maxUnansweredOffers}::int THEN 'expired' ELSE 'waiting' END
        WHERE id = ${id}`.execute(trx)
      // A trigger queues the message; quiet hours apply to it.
      await sql`UPDATE outbox SET due_at = ${sendAt} WHERE user_id = ${entry.user_id} AND kind = 'waiting_offer_ended' AND state = 'waiting'
        AND detail->>'entry_id' = ${id}`.execute(trx)
      await recordAudit(trx, scope, { action: 'offer_expired', subject: 'waiting', subjectId: id, personId: entry.user_id })
    })
  }
}

/**
 * Whether the open offer of an entry counts as seen. It does not where its message was tried and never left: the
 * client did not fail to answer. Staff who phoned the client have told them.
 */
async function hasReached(trx: Connection, _scope: Scope, entryId: string): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean | null }>`
    SELECT bool_or(o.state IN ('sent', 'delivered', 'shown') OR o.told_at IS NOT NULL)
      OR NOT bool_or(o.attempts > 0 AND (o.state IN ('waiting', 'sending', 'failed') OR o.why = 'past')) AS reached
    FROM waiting_list w JOIN outbox o ON o.user_id = w.user_id AND o.kind = 'waiting_offer' AND o.detail ->> 'entry_id' = w.id::text
      AND o.detail ->> 'slot_id' = w.offered_slot_id::text
    WHERE w.id = ${entryId}`.execute(trx)
  return rows[0]?.reached ?? true
}

/** Ends entries whose days have passed. */
export async function endPastEntries(db: Connection, { now }: Scope): Promise<void> {
  await sql`UPDATE waiting_list SET state = 'expired'
    WHERE state = 'waiting' AND to_date < (SELECT (${now}::timestamptz AT TIME ZONE time_zone)::date - 1 FROM settings)`.execute(db)
}

interface FreedSeat extends SeatTimes {
  id: string
}

/**
 * Handles every reserved seat that no Undo may take back: offers it to the first entry, keeps it until offers are
 * allowed, or releases it if no entry matches or too little time is left.
 */
export async function offerFreedSeats(db: Connection, scope: Scope): Promise<void> {
  const policies = await readOfferPolicies(db)
  const now = Temporal.Instant.fromEpochMilliseconds(scope.now.getTime())
  const { rows } = await sql<FreedSeat>`
    SELECT f.id, f.slot_id, x.starts_at, s.booking_opens_at AS opens_at
    FROM freed_seats f JOIN slots x ON x.id = f.slot_id JOIN schedules s ON s.id = x.schedule_id
    WHERE f.held_until IS NULL OR f.held_until <= ${scope.now} ORDER BY f.freed_at, f.id`.execute(db)
  /** Entries that already have a reserved seat: one seat per person. */
  const kept = new Set<string>()
  for (const seat of rows) {
    const time = decideOfferTime(now, readSeatTimes(seat), policies)
    const line = time.when === 'never' ? [] : (await findLine(db, scope, seat.slot_id)).filter(({ user_id }) => !kept.has(user_id))
    const [first] = line
    if (time.when === 'later' && first) kept.add(first.user_id)
    else await settleSeat(db, scope, seat, time.when === 'now' ? time.endsAt.toString() : null)
  }
}

/** Offers a seat until `endsAt` to the first entry, or releases it. */
function settleSeat(db: Connection, scope: Scope, { id, slot_id }: FreedSeat, endsAt: string | null): Promise<void> {
  return db.transaction().execute(async trx => {
    await lockSupportTypeOf(trx, slot_id)
    await trx.selectFrom('slots').select('id').where('id', '=', slot_id).forNoKeyUpdate().execute()
    const line = endsAt ? await findLine(trx, scope, slot_id) : []
    const entry = await lockFirst(trx, line)
    if (line.length > 0 && !entry) return // the entries are locked by a concurrent change: retry at the next run
    const freed = await trx.deleteFrom('freed_seats').where('id', '=', id).returning('id').executeTakeFirst()
    if (!freed || !entry || !endsAt) return
    await trx
      .updateTable('waiting_list')
      .set({ state: 'offered', offered_slot_id: slot_id, offer_ends_at: endsAt })
      .where('id', '=', entry.id)
      .execute()
    await recordAudit(trx, scope, {
      action: 'offered',
      subject: 'waiting',
      subjectId: entry.id,
      personId: entry.user_id,
      after: { slot_id, ends_at: endsAt },
    })
  })
}

/** Offers need an active support type: none is retired meanwhile. Before the slot, as retiring locks them. */
const lockSupportTypeOf = (trx: Connection, slotId: string) =>
  trx
    .selectFrom('support_types')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('slots')
        .innerJoin('schedules', 'schedules.id', 'slots.schedule_id')
        .select('schedules.support_type_id')
        .where('slots.id', '=', slotId),
    )
    .forShare()
    .execute()

/**
 * Locks all entries of the first person who has no offer, also none that another server is making at this moment.
 * People in a concurrent change are passed over.
 */
async function lockFirst<Entry extends { id: string; user_id: string }>(trx: Connection, line: readonly Entry[]): Promise<Entry | null> {
  for (const entry of line) {
    const open = trx
      .selectFrom('waiting_list')
      .where('user_id', '=', entry.user_id)
      .where(sql<boolean>`is_open_entry(state)`)
    const locked = await open.select(['id', 'state']).forUpdate().skipLocked().execute()
    const all = await open.select('id').execute()
    const isFree = locked.length === all.length && locked.every(({ state }) => state === 'waiting')
    if (isFree && locked.some(({ id }) => id === entry.id)) return entry
  }
  return null
}
