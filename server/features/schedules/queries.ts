import { sql, type RawBuilder } from 'kysely'
import type { Availability, Schedule, ScheduleQuery } from '#contract/schedules.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PlaceRow } from '../places/present.ts'
import { readSettingsRow } from '../site/queries.ts'
import type { SupportTypeRow } from '../support-types/present.ts'
import { type BookingMoment, isAhead, isBookable } from './bookable/queries.ts'
import { matchesFilter } from './filter-queries.ts'
import { containsWords } from './search-queries.ts'
import { presentSchedule, type MentorRow, type ScheduleRow } from './present.ts'

/**
 * A schedule's availability in SQL, for filters and responses. Equals `availabilityOf`, the oracle of its
 * test. `planned` is the sum over planned slots, `ahead` over those that clients can still book. The first
 * `closed` repeats conditions of `is_bookable` for sessions without planned slots, which would be `full`.
 */
const availability = ({ now }: BookingMoment, { freeAhead, onlyBehind }: AvailabilityConditions = conditionsBySums) => sql<Availability>`
  CASE
    WHEN schedules.ends_at <= ${now} THEN 'past'
    WHEN schedules.status <> 'published' OR schedules.booking_opens_at > ${now} THEN 'closed'
    WHEN ${freeAhead} THEN 'available'
    WHEN ${onlyBehind} THEN 'closed'
    ELSE 'full'
  END`

interface AvailabilityConditions {
  freeAhead: RawBuilder<unknown>
  onlyBehind: RawBuilder<unknown>
}
/** For queries that compute the sums anyway. */
const conditionsBySums: AvailabilityConditions = {
  freeAhead: sql`planned.free_ahead > 0`,
  onlyBehind: sql`planned.slots > 0 AND planned.slots_ahead = 0`,
}

/** The same without sums, for filters: the first matching slot suffices. */
function conditionsBySlot(moment: BookingMoment): AvailabilityConditions {
  const any = (which: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT 1 FROM slots WHERE slots.schedule_id = schedules.id AND slots.live AND ${which})`
  return {
    freeAhead: any(isBookable('slots', 'schedules', moment)),
    onlyBehind: sql`${any(sql`true`)} AND NOT ${any(isAhead('slots', 'schedules', moment))}`,
  }
}

/** Sums over a schedule's planned slots. */
function plannedSlots(moment: BookingMoment) {
  return sql<{ slots: number; slots_ahead: number; seats_total: number; seats_taken: number; seats_free: number; free_ahead: number }>`
    (SELECT count(*)::int AS slots,
      count(*) FILTER (WHERE ${isAhead('slots', 'schedules', moment)})::int AS slots_ahead,
      coalesce(sum(seats), 0)::int AS seats_total,
      coalesce(sum(taken), 0)::int AS seats_taken,
      coalesce(sum(seats - taken - held) FILTER (WHERE blocked IS NULL), 0)::int AS seats_free,
      coalesce(sum(seats - taken - held) FILTER (WHERE ${isBookable('slots', 'schedules', moment)}), 0)::int AS free_ahead
    FROM slots WHERE slots.schedule_id = schedules.id AND slots.live)`.as<'planned'>(sql`planned`)
}

/** The tables of `scheduleQuery`, for conditions and counts only. */
const scheduleTables = (db: Connection, moment: BookingMoment) =>
  db
    .selectFrom('schedules')
    .innerJoin('support_types', 'support_types.id', 'schedules.support_type_id')
    .innerJoin('places', 'places.id', 'schedules.place_id')
    .leftJoinLateral(plannedSlots(moment), join => join.onTrue())

/**
 * Schedules with support type, place, mentors in roster order, seats and availability. `notice` is
 * the settings' `notice_minutes`. Callers add conditions and order; `presentSchedule` takes the
 * rows.
 */
export const scheduleQuery = (db: Connection, scope: Scope, notice: number) => selectSchedules(db, { now: scope.now, notice })

const selectSchedules = (db: Connection, moment: BookingMoment) =>
  scheduleTables(db, moment).select([
    'schedules.id',
    'schedules.support_type_id',
    'schedules.place_id',
    'schedules.local_starts',
    'schedules.local_ends',
    'schedules.starts_later',
    'schedules.ends_later',
    'schedules.starts_at',
    'schedules.ends_at',
    'schedules.slot_minutes',
    'schedules.break_minutes',
    'schedules.seats_per_slot',
    'schedules.interpreted',
    'schedules.status',
    'schedules.note',
    'schedules.booking_opens_at',
    'schedules.cancel_reason',
    'schedules.series_id',
    'schedules.revision',
    sql<SupportTypeRow>`to_json(support_types)`.as('support_type'),
    sql<PlaceRow>`to_json(places)`.as('place'),
    sql<MentorRow[]>`(
      SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) ORDER BY m.roster), '[]')
      FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id WHERE m.schedule_id = schedules.id)`.as('mentors'),
    sql<number>`planned.seats_total`.as('seats_total'),
    sql<number>`planned.seats_taken`.as('seats_taken'),
    sql<number>`planned.seats_free`.as('seats_free'),
    availability(moment).as('availability'),
  ])

const schedulesByIds = defineQuery(
  'schedules by ids',
  (db, { ids, now, notice }: { ids: Param<readonly string[]>; now: Param<Date>; notice: Param<number> }) =>
    selectSchedules(db, { now, notice }).where(sql<boolean>`schedules.id = ANY (${ids}::uuid[])`),
)

/** The same by ids, in any order. */
export const readScheduleRows = (db: Connection, scope: Scope, notice: number, ids: readonly string[]): Promise<ScheduleRow[]> =>
  schedulesByIds(db, { ids, now: scope.now, notice })

/**
 * A page of schedules by start, or future ones first, soonest first; then past ones, latest first. Dates are
 * local to the places. The selection does not depend on the caller (`findPage`); the contents are
 * read per call.
 */
export async function findSchedules(db: Connection, scope: Scope, filter: ScheduleQuery) {
  const { notice_minutes } = await readSettingsRow(db)
  const { page, per_page } = filter
  const { total, ids } = await findPage(db, scope, { ...filter, notice_minutes })
  const data = await presentInOrder(db, scope, notice_minutes, ids)
  return { data, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}

/** All schedules of a filter in the order of the list, in parts. Those added meanwhile are left out. */
export async function* streamSchedules(
  db: Connection,
  scope: Scope,
  filter: Omit<ScheduleQuery, 'page' | 'per_page'>,
): AsyncGenerator<Schedule[]> {
  const { notice_minutes } = await readSettingsRow(db)
  const { ids } = await findPage(db, scope, { ...filter, page: 1, per_page: maxExported, notice_minutes })
  yield* streamInParts(ids, part => presentInOrder(db, scope, notice_minutes, part))
}

/**
 * Count and page come from one selection. Without computed conditions, indexes give future and past
 * schedules in their own orders. OFFSET 0 keeps the planner from walking the past to reach the
 * future.
 */
const findPage = defineSharedQuery('schedules', async (db, scope, filter: ScheduleQuery & { notice_minutes: number }) => {
  const { now } = scope
  const { page, per_page, availability: which, notice_minutes } = filter
  const offset = (page - 1) * per_page
  let found = matchingSchedules(db, scope, notice_minutes, filter).select(['schedules.id', 'schedules.starts_at', 'schedules.ends_at'])
  if (filter.search) found = found.where(await containsWords(db, scope, filter.search))
  const kept = which === 'all' || which === 'past' ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`
  const counts = sql`(SELECT count(*) FILTER (WHERE ends_at > ${now}) AS ahead, count(*) AS total FROM hits)`
  const aheadFirst = sql`
    ARRAY(SELECT id FROM (SELECT * FROM hits WHERE ends_at > ${now} OFFSET 0) ahead ORDER BY starts_at, id LIMIT ${per_page} OFFSET ${offset})
      || ARRAY(SELECT id FROM hits WHERE ends_at <= ${now} ORDER BY starts_at DESC, id
        LIMIT greatest(0, least(${per_page}, ${offset + per_page} - c.ahead)) OFFSET greatest(0, ${offset} - c.ahead))`
  const order = filter.sort === '-starts' ? sql`starts_at DESC, id DESC` : sql`starts_at, id`
  const byStart = sql`ARRAY(SELECT id FROM hits ORDER BY ${order} LIMIT ${per_page} OFFSET ${offset})`
  const { rows } = await sql<{ total: number; ids: string[] }>`
    WITH hits AS ${kept} (${found}), counts AS MATERIALIZED ${counts}
    SELECT c.total, ${filter.sort ? byStart : aheadFirst} AS ids
    FROM counts c`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
})

/** One schedule; null if it does not exist. The route checks whether the caller may see it. */
export async function findScheduleById(db: Connection, scope: Scope, id: string): Promise<Schedule | null> {
  const { notice_minutes } = await readSettingsRow(db)
  const [row] = await readScheduleRows(db, scope, notice_minutes, [id])
  return row ? presentSchedule(row) : null
}

/** Whether the schedule exists. */
export async function scheduleExists(db: Connection, _scope: Scope, id: string): Promise<boolean> {
  return (await db.selectFrom('schedules').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The sums over slots are costly: computed for the page only. */
async function presentInOrder(db: Connection, scope: Scope, notice: number, ids: readonly string[]): Promise<Schedule[]> {
  if (ids.length === 0) return []
  const rows = await readScheduleRows(db, scope, notice, ids)
  const byId = new Map(rows.map(row => [row.id, presentSchedule(row)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

function matchingSchedules(db: Connection, scope: Scope, notice: number, filter: ScheduleQuery) {
  let query = db.selectFrom('schedules')
  // Implied by the expression, but explicit so that an index is used.
  if (filter.availability !== 'all')
    query = query.where('schedules.ends_at', filter.availability === 'past' ? '<=' : '>', scope.now.toISOString())
  if (filter.availability !== 'all' && filter.availability !== 'past') {
    query = query.where(availability({ now: scope.now, notice }, conditionsBySlot({ now: scope.now, notice })), '=', filter.availability)
  }
  return query.where(matchesFilter('schedules', filter))
}
