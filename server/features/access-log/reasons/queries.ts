import { type RawBuilder, sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import { defineDynamicQuery } from '../../../platform/database/compiled-query.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { isMentorInAppointment, isOwnClient } from '../../mentor-access/queries.ts'

// The one decision about which records require a reason (decision 061). Own work is: of a mentor,
// their own clients and their own appointments with them; of staff, an appointment that starts within a day
// of now and holds its seat, or that the caller booked in the last 24 hours, and its client. Records of erased people
// require none: they have no words, and a reason would be one.

/** How long a reason holds for its viewer and person. */
export const reasonMs = 3_600_000

/** Whether the appointment `a` is the daily work of staff. */
const isDailyWork = ({ person, now }: PersonScope) => sql<boolean>`(holds_seat(a.status)
    AND a.starts_at BETWEEN ${now.toISOString()}::timestamptz - interval '1 day' AND ${now.toISOString()}::timestamptz + interval '1 day'
  OR a.booked_by = ${person.id}::uuid AND a.created_at > ${now.toISOString()}::timestamptz - interval '1 day')`

/** Whether the caller gave a reason for this person within the hour. */
const isExplained = ({ person, now }: PersonScope, userId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM record_views v WHERE v.viewer_id = ${person.id}::uuid AND v.user_id = ${userId} AND v.reason IS NOT NULL
    AND v.at > ${new Date(now.getTime() - reasonMs).toISOString()}::timestamptz)`

const appointmentsAsked = sql`appointments a JOIN schedules s ON s.id = a.schedule_id JOIN support_types t ON t.id = s.support_type_id CROSS JOIN settings`

/**
 * Whether the caller may open the appointment `a` only with a reason, and gave none. Over
 * `appointmentsAsked`.
 */
const isUnexplained = (
  scope: PersonScope,
) => sql<boolean>`(a.user_id <> ${scope.person.id}::uuid AND (settings.record_reason OR t.confidential)
  AND NOT ${isDailyWork(scope)} AND NOT ${isExplained(scope, sql`a.user_id`)} AND NOT ${isMentorInAppointment(scope)}
  AND NOT EXISTS (SELECT FROM users c WHERE c.id = a.user_id AND c.erased_at IS NOT NULL))`

/**
 * Whether an appointment requires a reason that the caller did not give, as a condition. The caller has
 * decided that it may be seen.
 */
export const requiresReason = (scope: PersonScope, appointmentId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM ${appointmentsAsked} WHERE a.id = ${appointmentId} AND ${isUnexplained(scope)})`

interface Unexplained {
  id: string
  user_id: string
}

/** Those of the appointments `a` that the caller may open only with a reason and gave none for. */
const findUnexplained = defineDynamicQuery(
  'appointments that require a reason',
  (_db, scope: PersonScope, which: RawBuilder<boolean>) =>
    sql<Unexplained>`SELECT a.id, a.user_id FROM ${appointmentsAsked} WHERE ${which} AND ${isUnexplained(scope)}`,
)

/**
 * Which of these appointments require a reason that the caller did not give. The caller has decided that
 * they may be seen.
 */
export async function findRequiringReason(db: Connection, scope: PersonScope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const unexplained = ids.length > 0 ? await findUnexplained(db, scope, sql`a.id = ANY (${[...new Set(ids)]}::uuid[])`) : []
  return new Set(unexplained.map(({ id }) => id))
}

/**
 * Refuses to open an appointment outside the caller's own work without a reason (`reason_required`). The
 * caller has decided that it may be seen.
 */
export async function refuseAppointmentWithoutReason(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  const [found] = await findUnexplained(db, scope, sql`a.id = ${id}::uuid`)
  return found ? refuse('reason_required', { user_id: found.user_id }) : null
}

/**
 * Refuses to open a person's record outside the caller's own work without a reason (`reason_required`).
 * With `words`, the record holds what was written about appointments: then one appointment of a
 * confidential support type is enough. The caller has decided that the person may be seen.
 */
export async function refuseRecordWithoutReason(
  db: Connection,
  scope: PersonScope,
  userId: string,
  { words = false }: { words?: boolean } = {},
): Promise<Refusal | null> {
  if (userId === scope.person.id) return null
  const { rows } = await sql<{ id: string; outside: boolean }>`SELECT u.id, settings.record_reason
      AND NOT EXISTS (SELECT FROM appointments a WHERE a.user_id = u.id AND ${isDailyWork(scope)}) AS outside
    FROM users o JOIN users u ON u.id = coalesce(o.merged_into, o.id) CROSS JOIN settings
    WHERE o.id = ${userId}::uuid AND u.id <> ${scope.person.id}::uuid AND u.erased_at IS NULL AND NOT ${isExplained(scope, sql`u.id`)}`.execute(
    db,
  )
  const [record] = rows
  if (!record) return null
  const outside = record.outside && !(await isOwnClient(db, scope, record.id))
  const confidential = words && (await findUnexplained(db, scope, sql`a.user_id = ${record.id}::uuid AND t.confidential`)).length > 0
  return outside || confidential ? refuse('reason_required', { user_id: record.id }) : null
}

/**
 * Refuses to give a person a way to sign in, by a link, a number or an address, without the reason that opening all
 * of their record requires: its holder reads everything, and can be staff. A record without
 * appointments takes none. The caller has decided that the person may be changed.
 */
export async function refuseWayInWithoutReason(db: Connection, scope: PersonScope, userId: string): Promise<Refusal | null> {
  const appointment = await db.selectFrom('appointments').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  return appointment ? refuseRecordWithoutReason(db, scope, userId, { words: true }) : null
}

/**
 * Refuses to merge a record into another one without the reason that giving either of them a way to sign in requires:
 * a number or address of the one opens what was written in the other. The caller has decided that both may be changed.
 */
export const refuseMergeWithoutReason = async (
  db: Connection,
  scope: PersonScope,
  staysId: string,
  goesId: string,
): Promise<Refusal | null> =>
  (await refuseRecordWithoutReason(db, scope, goesId)) ??
  (await refuseWayInWithoutReason(db, scope, goesId)) ??
  refuseWayInWithoutReason(db, scope, staysId)

type Listed = Appointment & { feedbacks?: unknown[] }

/** An appointment without its words: the client's questions, the reason of a cancellation and feedback. */
export const withoutWords = <Item extends Listed>(item: Item): Item => ({
  ...item,
  questions: [],
  cancelled: item.cancelled && { ...item.cancelled, reason: '' },
  ...(item.feedbacks && { feedbacks: [] }),
})

/**
 * What lists show of appointments that require a reason: all but the words. Opening such an appointment requires a
 * reason; after that, lists show its words too.
 */
export async function withoutUnexplainedTexts<Item extends Listed>(
  db: Connection,
  scope: PersonScope,
  listed: readonly Item[],
): Promise<Item[]> {
  const ids = listed.filter(({ user }) => user.id !== scope.person.id).map(({ id }) => id)
  const withheld = await findRequiringReason(db, scope, ids)
  return listed.map(item => (withheld.has(item.id) ? withoutWords(item) : item))
}
