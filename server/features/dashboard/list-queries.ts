import { type RawBuilder, sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import type { DashboardList } from '#contract/dashboard.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { withoutUnexplainedTexts } from '../access-log/reasons/queries.ts'
import { presentAppointment, policiesOf } from '../appointments/present.ts'
import { appointmentsByIds } from '../appointments/rows/queries.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { findOwnClientsIn } from '../mentor-access/queries.ts'
import { isOfDay } from '../schedules/days/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { dayOf, type Day } from './compute-periods.ts'

interface Definition {
  /** The condition on appointments (`a`), for a day. */
  which: (day: Day) => RawBuilder<boolean>
  order: RawBuilder<unknown>
}

const kept = sql`is_attended(a.status)`

/**
 * Appointments that are not over and need another mentor or day, in slots that are blocked: the mentor is away or has
 * left, or the place is closed. Clients who are already here are among them. No slot is longer than a day.
 */
const isUnassigned = (day: Day) => sql<boolean>`a.id IN (
  SELECT b.id FROM slots x JOIN appointments b ON b.slot_id = x.id AND ${isUnfinished('b', day)}
  WHERE x.blocked IS NOT NULL AND x.starts_at > ${day.now}::timestamptz - interval '1 day')`

/** Clients who are here: from their arrival until the appointment ends or has an outcome. */
export const isHere = (now: Day['now'] | PersonScope['now']) => sql<boolean>`a.status = 'arrived' AND a.ends_at > ${now}`

/** The lists behind the figures. Each is defined once, so that a figure counts its list. */
const lists: Record<DashboardList, Definition> = {
  today: {
    which: day => sql`${isOfDay(day)} AND holds_seat(a.status)`,
    order: sql`a.starts_at, a.serial, a.id`,
  },
  pending: { which: day => sql`awaits_approval(a.status, a.starts_at, ${day.now})`, order: sql`a.starts_at, a.id` },
  unassigned: { which: isUnassigned, order: sql`a.starts_at, a.id` },
  unclosed: {
    which: day => sql`awaits_outcome(a.status) AND a.ends_at <= ${day.now}`,
    order: sql`a.ends_at DESC, a.id DESC`,
  },
  missed: {
    which: day => sql`a.status = 'noshow' AND a.starts_at >= ${day.since} AND a.starts_at < ${day.now}`,
    order: sql`a.starts_at DESC, a.id DESC`,
  },
  waited: {
    which: day => sql`${kept} AND a.starts_at >= ${day.since} AND a.starts_at < ${day.now}`,
    order: sql`a.starts_at - a.created_at DESC, a.id DESC`,
  },
}

/** Further orders of the requests. They are few: all of them wait for an answer. */
const requestOrders = {
  starts: sql`a.starts_at, a.id`,
  '-starts': sql`a.starts_at DESC, a.id DESC`,
  created: sql`a.created_at, a.id`,
  '-created': sql`a.created_at DESC, a.id DESC`,
}

/** The total of a list, for a figure or a page. */
export const countOf = (list: DashboardList, day: Day): RawBuilder<number> =>
  sql<number>`(SELECT count(*)::int FROM appointments a WHERE ${lists[list].which(day)})`

interface ListSelection {
  list: DashboardList
  sort?: keyof typeof requestOrders | undefined
}

/** A page of a list. Selects the ids first, so that only the page is read in full. */
export async function listAppointments(db: Connection, scope: PersonScope, selection: ListSelection & { page: number; per_page: number }) {
  const { page, per_page } = selection
  const { total, ids } = await findIds(db, scope, selection)
  const data = await readAppointmentsInOrder(db, scope, ids)
  return { data, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}

/** All appointments of a list in its order, in parts. Those added meanwhile are left out. */
export async function* streamAppointments(db: Connection, scope: PersonScope, selection: ListSelection): AsyncGenerator<Appointment[]> {
  const { ids } = await findIds(db, scope, { ...selection, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readAppointmentsInOrder(db, scope, [...part]))
}

/** The ids on a page of a list, and how many it has. */
async function findIds(
  db: Connection,
  scope: PersonScope,
  { list, page, per_page, sort }: ListSelection & { page: number; per_page: number },
) {
  const day = dayOf(scope.now, (await readSettingsRow(db)).time_zone)
  const { which } = lists[list]
  const order = sort && list === 'pending' ? requestOrders[sort] : lists[list].order
  const { rows } = await sql<{ total: number; ids: string[] }>`SELECT ${countOf(list, day)} AS total,
    ARRAY(SELECT a.id FROM appointments a WHERE ${which(day)} ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) AS ids`.execute(
    db,
  )
  return rows[0] ?? { total: 0, ids: [] }
}

/** Appointments by id, in the order of the ids. */
export async function readAppointmentsInOrder(db: Connection, scope: PersonScope, ids: string[]): Promise<Appointment[]> {
  if (ids.length === 0) return []
  const rows = await appointmentsByIds(db, { ids })
  const ownClients = await findOwnClientsIn(db, scope, rows)
  const byId = new Map(rows.map(row => [row.id, presentAppointment(row, scope, policiesOf(row.policy_row), ownClients)]))
  return withoutUnexplainedTexts(
    db,
    scope,
    ids.flatMap(id => byId.get(id) ?? []),
  )
}
