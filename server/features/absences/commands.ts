import type { NewTimeOff } from '#contract/absences.ts'
import type { Batch, Skipped } from '#contract/batch.ts'
import { isLocalDate, localDateOf } from '#domain/time/local-date.ts'
import { type Moment, parseMoment } from '#domain/time/moment.ts'
import type { Instant } from '#domain/time/instant.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { lockPeople } from '../people/commands.ts'
import { readSettingsRow } from '../site/queries.ts'
import { canBePlanned } from '../schedules/planning/queries.ts'

/** A longer absence means that the mentor has left. */
const maxDays = 400

/** Closes a place on a day; a trigger blocks its slots. Returns the id. */
export function closeDay(
  db: Connection,
  scope: PersonScope,
  { place_id, date, reason }: { place_id: string; date: string; reason: string },
): Promise<string | Refusal> {
  return decideInTransaction(db, async trx => {
    const place = await trx.selectFrom('places').select('name').where('id', '=', place_id).executeTakeFirst()
    if (!place) return refuseField('place_id', 'field.isNotAPlace')
    const row = await trx
      .insertInto('closed_days')
      .values({ place_id, date, reason, created_by: scope.person.id })
      .onConflict(conflict => conflict.columns(['place_id', 'date']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return refuse('already_closed')
    await recordAudit(trx, scope, { action: 'closed', subject: 'closed_day', subjectId: row.id, reason, after: { place_id, date } })
    return row.id
  })
}

/** Opens a place again on a day. */
export function openDay(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const row = await trx.deleteFrom('closed_days').where('id', '=', id).returning(['place_id', 'date']).executeTakeFirst()
    if (!row) return refuse('not_found')
    await recordAudit(trx, scope, { action: 'opened', subject: 'closed_day', subjectId: id, before: row })
    return null
  })
}

/**
 * Adds a mentor's time off; a trigger blocks their slots. Returns the id. Refuses (`missing_ability`) a mentor who
 * must request it.
 */
export function enterTimeOff(db: Connection, scope: PersonScope, mentorId: string, input: NewTimeOff): Promise<string | Refusal> {
  return decideInTransaction(db, async trx => {
    await lockPeople(trx, scope, [mentorId])
    if (!(await canBePlanned(trx, scope, mentorId))) return refuseField('mentor_id', 'field.isNotAnActiveMentor')
    const { time_zone, time_off_approval } = await readSettingsRow(trx)
    if (time_off_approval && !holds(scope, 'Schedule Edit'))
      return refuse('missing_ability', { message: 'refused.timeOffNeedsApprovalHerePlease' })
    const span = readSpan(input, time_zone)
    return span instanceof Refusal ? span : writeTimeOff(trx, scope, { mentor_id: mentorId, ...span, reason: input.reason })
  })
}

/** Inserts time off and its audit row in the caller's transaction. Returns the id. */
export async function writeTimeOff(
  trx: Connection,
  scope: PersonScope,
  off: { mentor_id: string; starts_at: string; ends_at: string; reason: string },
): Promise<string> {
  const { id } = await trx
    .insertInto('time_off')
    .values({ ...off, created_by: scope.person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { reason, ...after } = off
  await recordAudit(trx, scope, { action: 'entered', subject: 'time_off', subjectId: id, personId: off.mentor_id, reason, after })
  return id
}

/** Deletes time off. The caller checks whose it may be. */
export function removeTimeOff(db: Connection, scope: PersonScope, id: string, revision: number | undefined): Promise<Refusal | null> {
  return decideInTransaction(db, trx => deleteTimeOff(trx, scope, id, revision))
}

/** Removes several absences of mentors, each by itself. */
export async function removeTimeOffInBulk(
  db: Connection,
  scope: PersonScope,
  entries: Batch,
): Promise<{ removed: string[]; skipped: Skipped }> {
  const removed: string[] = []
  const skipped: Skipped = []
  for (const { id, revision } of entries) {
    const refusal = await removeTimeOff(db, scope, id, revision)
    if (refusal) skipped.push({ id, ...presentObstacle(refusal, scope.language) })
    else removed.push(id)
  }
  return { removed, skipped }
}

/** The same as `removeTimeOff` in the caller's transaction. */
export async function deleteTimeOff(
  trx: Connection,
  scope: PersonScope,
  id: string,
  revision: number | undefined,
): Promise<Refusal | null> {
  const row = await trx.selectFrom('time_off').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return refuse('not_found')
  if (revision !== undefined && revision !== row.revision) return refuse('stale')
  await trx.deleteFrom('time_off').where('id', '=', id).execute()
  const { mentor_id, starts_at, ends_at } = row
  const before = { mentor_id, starts_at, ends_at }
  await recordAudit(trx, scope, { action: 'taken_back', subject: 'time_off', subjectId: id, personId: mentor_id, before })
  return null
}

/**
 * Both ends as instants; 422 at the wrong field. On clock-change days the longer span counts,
 * because too much time off is the smaller mistake.
 */
export function readSpan(
  { starts_at, ends_at }: Pick<NewTimeOff, 'starts_at' | 'ends_at'>,
  zone: string,
): { starts_at: string; ends_at: string } | Refusal {
  const [from, until] = [outermost(parseMoment(starts_at, zone), 'start'), outermost(parseMoment(ends_at, zone), 'end')]
  const isNear = (instant: Instant) => isLocalDate(localDateOf(instant, zone))
  const sentence = ['field.mustBeADateAndTime'] as const
  if (!from || !isNear(from)) return refuse('invalid', { errors: { starts_at: sentence } })
  if (!until || !isNear(until)) return refuse('invalid', { errors: { ends_at: sentence } })
  if (until.epochMilliseconds <= from.epochMilliseconds) return refuseField('ends_at', 'field.mustBeAfterTheStart')
  if (until.since(from).total('hours') > maxDays * 24) return refuseField('ends_at', ['field.mustBeAtMostDaysAfter', { days: maxDays }])
  return { starts_at: from.toString(), ends_at: until.toString() }
}

function outermost(moment: Moment, end: 'start' | 'end'): Instant | null {
  if (moment.kind === 'invalid') return null
  if (moment.kind === 'exact') return moment.instant
  if (moment.kind === 'skipped') return moment.after.instant
  return end === 'start' ? moment.earlier : moment.later
}
