import { sql, type Transaction } from 'kysely'
import type { Database } from '../types.ts'
import { day, type DemoDay, instantText } from './demo-day.ts'
import { demoId } from './identity.ts'
import { insertRows } from './insert-rows.ts'
import { places, type PlaceKey, supportTypes, type SupportTypeKey } from './organisation.ts'
import type { DemoSession, DemoSlot } from './plan-sessions.ts'
import { breakMinutes } from './week-plan.ts'
import type { DemoIds } from './write-people.ts'

const placeId = (key: PlaceKey, { start }: DemoDay) => demoId('place', key, start - 715 * day)

/** Writes support types and places. */
export async function writeOffer(trx: Transaction<Database>, ids: DemoIds, today: DemoDay): Promise<void> {
  await insertRows(
    trx,
    'support_types',
    Object.entries(supportTypes).map(([key, type], index) => ({
      id: ids.supportTypes[key as SupportTypeKey],
      ...type,
      price_currency: 'GBP',
      position: index + 1,
    })),
  )
  await insertRows(
    trx,
    'places',
    Object.entries(places).map(([key, place]) => ({ id: placeId(key as PlaceKey, today), ...place })),
  )
}

/** Writes sessions. All slots are planned; `releaseCancelled` releases those of cancelled sessions. */
export async function writeSessions(
  trx: Transaction<Database>,
  { sessions, slots, ids, today }: { sessions: readonly DemoSession[]; slots: readonly DemoSlot[]; ids: DemoIds; today: DemoDay },
): Promise<void> {
  await insertRows(
    trx,
    'schedules',
    sessions.map(session => ({
      id: session.id,
      support_type_id: ids.supportTypes[session.type],
      place_id: placeId(session.place, today),
      local_starts: session.local_starts,
      local_ends: session.local_ends,
      starts_at: instantText(session.starts),
      ends_at: instantText(session.ends),
      slot_minutes: session.slot_minutes,
      interpreted: session.interpreted,
      break_minutes: breakMinutes[session.type],
      seats_per_slot: session.seats,
      status: session.status,
      note: session.note,
      booking_opens_at: session.opens === null ? null : instantText(session.opens),
      cancel_reason: session.cancel_reason,
      series_id: session.series_id,
      created_at: instantText(session.plannedAt),
    })),
  )
  await insertRows(
    trx,
    'schedule_mentors',
    sessions.flatMap(({ id, mentors }) => mentors.map((mentor, roster) => ({ schedule_id: id, mentor_id: ids.mentors[mentor], roster }))),
  )
  await insertRows(
    trx,
    'slots',
    slots.map(({ id, session, mentor, roster, starts, ends, seats, first_serial }) => ({
      id,
      schedule_id: session.id,
      mentor_id: ids.mentors[mentor],
      roster,
      starts_at: instantText(starts),
      ends_at: instantText(ends),
      seats,
      taken: 0,
      held: 0,
      first_serial,
      live: true,
    })),
  )
}

/** Frees the mentors of cancelled sessions that have no appointments left. */
export async function releaseCancelled(trx: Transaction<Database>): Promise<void> {
  await sql`UPDATE slots SET live = false FROM schedules s WHERE s.id = slots.schedule_id AND s.status = 'cancelled'`.execute(trx)
}
