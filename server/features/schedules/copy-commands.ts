import { sql } from 'kysely'
import type { CopyRequest } from '#contract/planner.ts'
import type { NewSchedule } from '#contract/schedules.ts'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { lockPeople } from '../people/commands.ts'
import { findClashes, type FoundClash } from './clash-queries.ts'
import { findRevisions, insertSessions, type Planned } from './commands.ts'
import { makePlan } from './plan-schedules.ts'
import { maxSlots, refuseUnplannable } from './plan-sessions.ts'
import { maxListedClashes, refuseClashes } from './policy.ts'
import type { Stay } from './travel/queries.ts'
import { findWarnings, noWarnings, type Warnings } from './warnings/queries.ts'

/**
 * Copies sessions as drafts by local date and clock, without bookings: all or none. A copy that would open
 * for booking on a fixed day opens as much later. Refusals: as planning; `not_found` for an unknown or
 * cancelled original; 422 for more than 10,000 slots.
 */
export function copySchedules(db: Connection, scope: Scope, request: CopyRequest): Promise<Planned | Refusal> {
  return decideInTransaction(db, async trx => {
    const originals = await findOriginals(trx, scope, request)
    if (originals.length < new Set(request.schedule_ids).size) return refuse('not_found')
    await lockPeople(trx, scope, [...new Set(originals.flatMap(({ copy }) => copy.mentor_ids))])
    const plans: { copy: NewSchedule; plan: Exclude<Awaited<ReturnType<typeof makePlan>>, Refusal> }[] = []
    let slots = 0
    for (const { copy } of originals) {
      const plan = await makePlan(trx, scope, copy)
      if (plan instanceof Refusal) return plan
      const unplannable = refuseUnplannable(plan.sessions, false)
      if (unplannable) return unplannable
      for (const session of plan.sessions) if ('slots' in session) slots += session.slots.length
      if (slots > maxSlots) return refuseField('schedule_ids', ['field.makeMoreThanSlotsAtOnce', { count: maxSlots }])
      plans.push({ copy, plan })
    }
    const ids: string[] = []
    for (const { copy, plan } of plans) {
      const sessions = plan.sessions.filter(session => 'slots' in session)
      const clashes = await findClashes(trx, scope, { ...plan, sessions }, maxListedClashes)
      if (clashes.length > 0) return refuseClashes(clashes)
      ids.push(...(await insertSessions(trx, scope, copy, { ...plan, sessions })))
    }
    return findRevisions(trx, scope, ids)
  })
}

type Obstacle = 'not_found' | 'not_offered' | 'past' | 'no_session' | 'time_skipped' | 'time_repeated'
interface CopyPreview extends Warnings {
  schedule_id: string
  date: LocalDate
  problem: Obstacle | null
  clashes: Omit<FoundClash, 'session'>[]
}

/** Every copy with what stands in its way, by start. Stores nothing. */
export async function previewCopies(db: Connection, scope: Scope, request: CopyRequest): Promise<CopyPreview[]> {
  const copies: CopyPreview[] = []
  const stays: Stay[] = []
  for (const { id, copy } of await findOriginals(db, scope, request)) {
    const seen = { schedule_id: id, date: copy.starts_at.slice(0, 10), problem: null, clashes: [], ...noWarnings }
    const plan = await makePlan(db, scope, copy)
    if (plan instanceof Refusal) {
      copies.push({ ...seen, problem: 'not_offered' })
      continue
    }
    const [session] = plan.sessions
    if (session && 'slots' in session) {
      const found = await findClashes(db, scope, { ...plan, sessions: [session] }, maxListedClashes)
      copies.push({ ...seen, clashes: found.map(({ session: _, ...clash }) => clash) })
      stays[copies.length - 1] = { place_id: plan.place_id, slots: session.slots }
    } else if (session) copies.push({ ...seen, problem: 'unfit' in session ? session.unfit : session.problem.code })
  }
  const warnings = await findWarnings(
    db,
    scope,
    Array.from({ length: copies.length }, (_, index) => stays[index] ?? nowhere),
  )
  return copies.map((copy, index) => ({ ...copy, ...warnings[index] }))
}

/** A copy that is not planned. */
const nowhere: Stay = { place_id: '', slots: [] }

interface OriginalRow extends Omit<NewSchedule, 'starts_at' | 'ends_at' | 'status' | 'skip_dates' | 'chosen_times' | 'repeat'> {
  id: string
  local_starts: string
  local_ends: string
  opens_local: string | null
}

/** The originals that exist and are not cancelled, by start, each as the request that plans its copy. */
async function findOriginals(
  db: Connection,
  _scope: Scope,
  { schedule_ids, days }: CopyRequest,
): Promise<{ id: string; copy: NewSchedule }[]> {
  const { rows } = await sql<OriginalRow>`
    SELECT s.id, s.support_type_id, s.place_id, s.slot_minutes, s.break_minutes, s.seats_per_slot, s.interpreted, s.note, s.meeting_url,
      to_char(s.local_starts, 'YYYY-MM-DD"T"HH24:MI') AS local_starts, to_char(s.local_ends, 'YYYY-MM-DD"T"HH24:MI') AS local_ends,
      to_char(s.booking_opens_at AT TIME ZONE p.time_zone, 'YYYY-MM-DD"T"HH24:MI') AS opens_local,
      ARRAY(SELECT mentor_id FROM schedule_mentors m WHERE m.schedule_id = s.id ORDER BY m.roster) AS mentor_ids
    FROM schedules s JOIN places p ON p.id = s.place_id
    WHERE s.id = ANY (${schedule_ids}::uuid[]) AND s.status <> 'cancelled'
    ORDER BY s.starts_at, s.id`.execute(db)
  const later = (local: string) => `${addDays(local.slice(0, 10), days)}${local.slice(10)}`
  return rows.map(({ id, local_starts, local_ends, opens_local, ...fields }) => ({
    id,
    copy: {
      ...fields,
      booking_opens_at: opens_local && later(opens_local),
      starts_at: later(local_starts),
      ends_at: later(local_ends),
      status: 'draft',
      skip_dates: [],
      chosen_times: [],
    },
  }))
}
