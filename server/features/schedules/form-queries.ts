import { sql } from 'kysely'
import type * as z from 'zod'
import type { BookedPerson, Schedule } from '#contract/schedules.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { countClientsToNotify } from '../place-changes/queries.ts'
import { presentPlace } from '../places/present.ts'
import { listSupportTypes } from '../support-types/queries.ts'
import { listMentorsToPlan } from './planning/queries.ts'
import { presentMentorName } from './present.ts'

/** The options of the form for a new schedule: active objects. */
export async function findScheduleForm(db: Connection, scope: Scope) {
  const [support_types, rows, mentors] = await Promise.all([listSupportTypes(db, scope), placesInUse(db), listMentorsToPlan(db, scope)])
  const places = rows.map(presentPlace)
  const holiday_place_ids = rows.filter(({ holiday_region }) => holiday_region !== null).map(({ id }) => id)
  return { support_types, places, mentors, holiday_place_ids, defaults: defaultsFor(support_types, places) }
}

/** The same for an existing schedule, including what it already uses. */
export function addCurrentOptions(
  { support_types, places, mentors, holiday_place_ids }: Awaited<ReturnType<typeof findScheduleForm>>,
  schedule: Schedule,
) {
  return {
    holiday_place_ids,
    support_types: including(support_types, [schedule.support_type]),
    places: including(places, [schedule.place]),
    mentors: including(
      mentors,
      schedule.mentors.map(mentor => ({ ...mentor, support_type_ids: [] })),
    ),
    defaults: defaultsOf(schedule),
  }
}

const placesInUse = defineQuery('places in use', db =>
  db
    .selectFrom('places')
    .select(['id', 'name', 'address', 'kind', 'time_zone', 'active', 'revision', 'holiday_region'])
    .where('active', '=', sql.lit(true))
    .orderBy('name')
    .orderBy('id'),
)

/** The places that are in use, by name. */
export const listPlacesInUse = async (db: Connection, _scope: Scope) => (await placesInUse(db)).map(presentPlace)

const bookedPeople = defineQuery('booked people', (db, { ids }: { ids: Param<readonly string[]> }) =>
  db
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('users as m', 'm.id', 'a.mentor_id')
    .select(['a.schedule_id', 'a.id as appointment_id', 'a.reference', 'u.name', 'a.starts_at'])
    .select(
      sql<{ id: string; name: string; photo_id: string | null }>`json_build_object('id', m.id, 'name', m.name, 'photo_id', m.photo_id)`.as(
        'mentor',
      ),
    )
    .where(sql<boolean>`a.schedule_id = ANY (${ids}::uuid[])`)
    .where(sql<boolean>`holds_seat(a.status)`)
    .orderBy('a.starts_at')
    .orderBy('a.serial'),
)

/**
 * A session's own meeting link or pattern for its editors, and how many clients a change would
 * notify.
 */
export async function findSessionLink(
  db: Connection,
  scope: Scope,
  id: string,
): Promise<{ meeting_url: string | null; clients_ahead: number }> {
  const row = await db
    .selectFrom('schedules')
    .select(['meeting_url', countClientsToNotify(scope, { scheduleId: sql`schedules.id` }).as('clients_ahead')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { meeting_url: null, clients_ahead: 0 }
}

/** Holders of seats in these schedules, by time. */
export async function findBookedPeople(
  db: Connection,
  _scope: Scope,
  ids: readonly string[],
): Promise<(z.infer<typeof BookedPerson> & { schedule_id: string })[]> {
  const rows = await bookedPeople(db, { ids })
  return rows.map(row => ({ ...row, mentor: presentMentorName(row.mentor) }))
}

function including<Item extends { id: string }>(offered: Item[], own: Item[]): Item[] {
  return [...offered, ...own.filter(({ id }) => !offered.some(item => item.id === id))]
}

/** A new schedule preselects the only option. */
function defaultsFor(supportTypes: { id: string; slot_minutes: number }[], places: { id: string }[]) {
  const [supportType, place] = [supportTypes[0], places[0]]
  return {
    slot_minutes: supportType?.slot_minutes ?? 30,
    break_minutes: 0,
    seats_per_slot: 1,
    place_id: places.length === 1 && place ? place.id : null,
    support_type_id: supportTypes.length === 1 && supportType ? supportType.id : null,
  }
}

function defaultsOf({ slot_minutes, break_minutes, seats_per_slot, place, support_type_id }: Schedule) {
  return { slot_minutes, break_minutes, seats_per_slot, place_id: place.id, support_type_id }
}
