import { sql } from 'kysely'
import type { FailedDecision } from '#contract/problem.ts'
import type { Reassigning, ReassigningOutcome } from '#contract/reassigning.ts'
import type { Channel } from '#domain/messages/channels.ts'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { writeTimeOff } from '../absences/commands.ts'
import { recordAudit } from '../audit/commands.ts'
import { cancelAppointments } from '../cancelling/commands.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { expectMessages } from '../message-reach/queries.ts'
import { lockPeople } from '../people/commands.ts'
import { beginAction } from '../undo/commands.ts'
import { readSettingsRow } from '../site/queries.ts'
import { belongsToDisruption, findDisruption, findUnrecordedAbsences, type Disruption } from './disruption-queries.ts'
import { type AffectedRow, findAffected } from './queries.ts'
import { keepReassigned, readReassigned } from './restore-commands.ts'
import { decidePhoneCall } from './policy.ts'

type Decision = Reassigning['decisions'][number]
type Move = Extract<Decision, { action: 'move' }>

/** What the decisions did: each appointment, each mentor who is told, and the time off that was entered. */
export interface AppliedDecisions {
  outcomes: ReassigningOutcome[]
  mentors: { name: string; taken_over: number; told_by: Channel[]; number: string | null }[]
  time_off_ids: string[]
  /** The action's id for Undo; null if nothing was changed. */
  undo: string | null
}

/**
 * Applies the decisions about all open appointments of a disruption in one transaction. If anything has
 * changed since, nothing is applied (409 `plan_outdated`, with each failed decision and the reason).
 * `record_time_off` records the mentor's absence too. The database queues the clients' messages; each
 * mentor gets one message. All wait, so that Undo comes first.
 */
export function applyDecisions(
  db: Connection,
  scope: PersonScope,
  input: Reassigning,
  settings: Settings,
): Promise<AppliedDecisions | Refusal> {
  return decideInTransaction(db, async trx => {
    const site = await readSettingsRow(trx)
    const disruption = await findDisruption(trx, scope, input, site)
    if (disruption instanceof Refusal) return disruption
    if (input.record_time_off && !disruption.mentor) return refuseField('record_time_off', 'field.needsAMentorWhoIsAway')
    await lockAll(trx, scope, disruption, input.decisions)
    const action = await beginAction(trx, scope)
    const before = await readReassigned(trx, scope, input.decisions)
    const time_off_ids = input.record_time_off ? await recordTimeOff(trx, scope, disruption) : []
    const affected = await findAffected(trx, scope, disruption)
    const failed = findOutdated(affected, input.decisions)
    if (failed.length > 0) return refuse('plan_outdated', { failed })
    for (const decision of input.decisions) {
      const why = await applyDecision(trx, scope, decision, input.reason)
      const row = affected.find(({ id }) => id === decision.appointment_id)
      if (why)
        failed.push({ appointment_id: decision.appointment_id, reference: row?.reference ?? null, name: row?.client.name ?? null, why })
    }
    if (failed.length > 0) return refuse('plan_outdated', { failed })
    const outcomes = await recordOutcomes(trx, scope, disruption, { affected, input, settings, noticeMinutes: site.notice_minutes })
    const undo = before.length + time_off_ids.length > 0 ? action : null
    if (undo) await keepReassigned(trx, scope, undo, { appointments: before, time_off_ids })
    return { ...outcomes, time_off_ids, undo }
  })
}

/** Records the mentor's time off where none is recorded yet. Returns the ids. */
async function recordTimeOff(trx: Connection, scope: PersonScope, disruption: Disruption): Promise<string[]> {
  const ids: string[] = []
  if (!disruption.mentor) return ids
  for (const span of await findUnrecordedAbsences(trx, scope, disruption))
    ids.push(await writeTimeOff(trx, scope, { mentor_id: disruption.mentor.id, ...span, reason: '' }))
  return ids
}

/** Locks everything that the decisions touch, in the common order: people, appointments, slots. */
async function lockAll(trx: Connection, scope: PersonScope, disruption: Disruption, decisions: readonly Decision[]): Promise<void> {
  if (disruption.mentor) await lockPeople(trx, scope, [disruption.mentor.id])
  await sql`
    SELECT 1 FROM appointments a JOIN schedules s ON s.id = a.schedule_id JOIN places p ON p.id = s.place_id
    WHERE is_open_at(a.status, a.starts_at, ${scope.now}) AND ${belongsToDisruption(disruption, 'a')}
    ORDER BY a.slot_id, a.id FOR NO KEY UPDATE OF a`.execute(trx)
  const targets = decisions.filter(decision => decision.action === 'move')
  await sql`
    WITH targets AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(targets)}) AS target (schedule_id uuid, starts_at timestamptz, mentor_id uuid)
    ), touched AS (
      SELECT x.id FROM targets JOIN slots x USING (schedule_id, starts_at, mentor_id) WHERE x.live
      UNION SELECT x.id FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN places p ON p.id = s.place_id WHERE x.live AND ${belongsToDisruption(disruption, 'x')}
    )
    SELECT 1 FROM slots WHERE id IN (SELECT id FROM touched) ORDER BY id FOR NO KEY UPDATE`.execute(trx)
}

/** Decisions that no longer match: appointments that left the disruption, changed, or were added since. */
function findOutdated(affected: readonly AffectedRow[], decisions: readonly Decision[]): FailedDecision[] {
  const rows = new Map(affected.map(row => [row.id, row]))
  const failed: FailedDecision[] = []
  for (const { appointment_id, revision } of decisions) {
    const row = rows.get(appointment_id)
    rows.delete(appointment_id)
    if (!row) failed.push({ appointment_id, reference: null, name: null, why: 'no_longer_affected' })
    else if (row.revision !== revision) failed.push({ appointment_id, reference: row.reference, name: row.client.name, why: 'changed' })
  }
  for (const { id, reference, client } of rows.values()) failed.push({ appointment_id: id, reference, name: client.name, why: 'undecided' })
  return failed
}

/** Applies one decision. Returns the reason if it is not possible. */
async function applyDecision(
  trx: Connection,
  scope: PersonScope,
  decision: Decision,
  reason: string,
): Promise<FailedDecision['why'] | null> {
  if (decision.action === 'keep') return null
  if (decision.action === 'move') return move(trx, scope, decision, reason)
  await cancelAppointments(trx, scope, sql`a.id = ${decision.appointment_id}`, { by: 'organisation', reason })
  return null
}

/** Moves one appointment to a seat of the same support type. The requested mentor stays. */
async function move(trx: Connection, scope: PersonScope, decision: Move, reason: string): Promise<FailedDecision['why'] | null> {
  const { appointment_id, schedule_id, starts_at, mentor_id } = decision
  const sameType = await trx
    .selectFrom('appointments as a')
    .innerJoin('schedules as present', 'present.id', 'a.schedule_id')
    .innerJoin('schedules as next', join =>
      join.onRef('next.support_type_id', '=', 'present.support_type_id').on('next.id', '=', schedule_id),
    )
    .select('a.id')
    .where('a.id', '=', appointment_id)
    .executeTakeFirst()
  if (!sameType) return 'not_bookable'
  const { rows } = await sql<{ refusal: string | null; reason: string | null }>`
    SELECT * FROM move_appointment(${appointment_id}, ${scope.person.id}, true, ${schedule_id}, ${starts_at}, ${mentor_id}, ${scope.now}, ${reason})`.execute(
    trx,
  )
  const [outcome] = rows
  if (!outcome?.refusal) return null
  if (outcome.refusal === 'slot_taken' || outcome.refusal === 'client_busy') return outcome.refusal
  return outcome.reason === 'closed_day' || outcome.reason === 'mentor_away' ? outcome.reason : 'not_bookable'
}

interface Decided {
  affected: readonly AffectedRow[]
  input: Reassigning
  settings: Settings
  noticeMinutes: number
}

/** Writes the messages to mentors and the audit row. Returns how each client is notified. */
async function recordOutcomes(
  trx: Connection,
  scope: PersonScope,
  { subject, mentor }: Disruption,
  { affected, input, settings, noticeMinutes }: Decided,
) {
  const soonEnds = scope.now.getTime() + noticeMinutes * 60_000
  const after = await findMoved(trx, input.decisions)
  const clients = affected.map(({ client }) => client.id)
  const expected = {
    move: await expectMessages(trx, scope, settings, 'appointment_moved', clients),
    cancel: await expectMessages(trx, scope, settings, 'appointment_cancelled', clients),
  }
  const outcomes = affected.map((row): ReassigningOutcome => {
    const { action } = input.decisions.find(({ appointment_id }) => appointment_id === row.id) ?? { action: 'keep' }
    const told_by = action === 'keep' ? [] : (expected[action].get(row.client.id)?.channels ?? [])
    const moved = after.get(row.id)
    const soon = Date.parse(row.starts_at) < soonEnds
    return {
      appointment_id: row.id,
      reference: row.reference,
      name: row.client.name,
      action,
      before: { starts_at: row.starts_at, time_zone: row.place.time_zone, mentor: row.mentor.name },
      after: moved ? { starts_at: moved.starts_at, time_zone: moved.time_zone, mentor: moved.mentor.name, place: moved.place } : null,
      told_by,
      phone: action === 'keep' ? null : decidePhoneCall(row.client, told_by, soon),
    }
  })
  const count = (action: Decision['action']) => input.decisions.filter(decision => decision.action === action).length
  await recordAudit(trx, scope, {
    action: 'reassigned',
    subject: subject.kind,
    subjectId: subject.id,
    ...(mentor && { personId: mentor.id }),
    reason: input.reason,
    after: { moved: count('move'), cancelled: count('cancel'), kept: count('keep') },
  })
  return { outcomes, mentors: await notifyMentors(trx, scope, { affected, after, decisions: input.decisions, settings }) }
}

interface Moved {
  starts_at: string
  time_zone: string
  place: string
  mentor: { id: string; name: string }
}

/** The new times and places of the moved appointments. */
async function findMoved(trx: Connection, decisions: readonly Decision[]): Promise<Map<string, Moved>> {
  const ids = decisions.flatMap(({ action, appointment_id }) => (action === 'move' ? [appointment_id] : []))
  const { rows } = await sql<Moved & { id: string }>`
    SELECT a.id, a.starts_at, p.time_zone, p.name AS place,
      json_build_object('id', m.id, 'name', m.name) AS mentor
    FROM appointments a JOIN schedules s ON s.id = a.schedule_id JOIN places p ON p.id = s.place_id JOIN users m ON m.id = a.mentor_id
    WHERE a.id = ANY (${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, ...moved }) => [id, moved]))
}

/** Queues one message to each mentor who gains or loses appointments. */
async function notifyMentors(
  trx: Connection,
  scope: PersonScope,
  {
    affected,
    after,
    decisions,
    settings,
  }: {
    affected: readonly AffectedRow[]
    after: ReadonlyMap<string, Moved>
    decisions: readonly Decision[]
    settings: Settings
  },
): Promise<AppliedDecisions['mentors']> {
  const changed = new Set(decisions.flatMap(({ action, appointment_id }) => (action === 'keep' ? [] : [appointment_id])))
  const days = new Map<string, { takenOver: string[]; lost: string[] }>()
  const dayOf = (mentorId: string) => days.get(mentorId) ?? days.set(mentorId, { takenOver: [], lost: [] }).get(mentorId)
  for (const { id, mentor } of affected) {
    if (!changed.has(id)) continue
    const taker = after.get(id)?.mentor
    if (taker?.id !== mentor.id) dayOf(mentor.id)?.lost.push(id)
    if (taker) dayOf(taker.id)?.takenOver.push(id)
  }
  if (days.size === 0) return []
  const rows = [...days].map(([user_id, { takenOver, lost }]) => ({
    kind: 'mentor_reassigned',
    user_id,
    detail: JSON.stringify({ taken_over: takenOver, lost }),
  }))
  await trx.insertInto('outbox').values(rows).execute()
  const people = await trx
    .selectFrom('users')
    .select(['id', 'name', 'phone'])
    .where('id', 'in', [...days.keys()])
    .orderBy('name')
    .execute()
  const expected = await expectMessages(trx, scope, settings, 'mentor_reassigned', [...days.keys()])
  return people.map(person => ({
    name: person.name,
    taken_over: days.get(person.id)?.takenOver.length ?? 0,
    told_by: expected.get(person.id)?.channels ?? [],
    number: person.phone,
  }))
}
