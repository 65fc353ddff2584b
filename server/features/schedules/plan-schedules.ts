import type { NewSchedule } from '#contract/schedules.ts'
import { meetingLinkProblem } from '#domain/booking/meeting-link.ts'
import type { Zone } from '#domain/time/zone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { findHolidays } from '../holidays/queries.ts'
import { findClashes, type Plan } from './clash-queries.ts'
import {
  findHolidayRegion,
  findMentors,
  findPlaceZone,
  hasInterpretedLength,
  isPlaceOnline,
  isSupportTypeActive,
} from './planning/queries.ts'
import { planSessions, possibleChoices, refuseAmbiguousTime, type PlannedSession, type RequestedSession } from './plan-sessions.ts'
import { readTime } from './resolve-times.ts'
import { findWarnings, noWarnings } from './warnings/queries.ts'

/**
 * A request for sessions, checked and cut into slots. It still contains ambiguous dates and dates
 * without a session.
 */
export interface PlanRequest extends Omit<Plan, 'sessions'> {
  sessions: RequestedSession[]
  booking_opens_at: string | null
}

/** Maximum number of clashes in the preview of a series. */
const maxPreviewed = 1000

/**
 * Turns a request into sessions; 422 by field for inactive objects and for hours that make no
 * session.
 */
export async function makePlan(db: Connection, scope: Scope, input: NewSchedule): Promise<PlanRequest | Refusal> {
  const { support_type_id, place_id, mentor_ids } = input
  const zone = await findPlaceZone(db, scope, place_id)
  const isOffered = await isSupportTypeActive(db, scope, support_type_id)
  const mentors = await findMentors(db, scope, mentor_ids)
  const mentorsKnown = mentors.length === mentor_ids.length && mentors.every(({ canBePlanned }) => canBePlanned)
  if (!isOffered || zone === null || !mentorsKnown) return refuseInactive({ isOffered, zone, mentorsKnown })
  const kept = await refuseInterpreted(db, scope, input)
  if (kept) return kept
  const link = await refuseMeetingLink(db, scope, input)
  if (link) return link
  const opens = readOpeningTime(input.booking_opens_at, zone)
  if (opens instanceof Refusal) return opens
  const sessions = planSessions(input, zone, scope.now)
  if (sessions instanceof Refusal) return sessions
  return { place_id, time_zone: zone, mentors, sessions, booking_opens_at: opens }
}

/**
 * Every session of a request, with its clashes. Stores nothing. Dates of a series without a session
 * are listed; if no date has one, the request is refused like planning.
 */
export async function previewSchedules(db: Connection, scope: Scope, input: NewSchedule) {
  const plan = await makePlan(db, scope, input)
  if (plan instanceof Refusal) return plan
  const certain = plan.sessions.filter(session => 'slots' in session)
  const unfit = plan.sessions.find(session => 'unfit' in session)
  if (unfit && certain.length === 0) return unfit.refusal
  const found = await findClashes(db, scope, { ...plan, sessions: certain }, maxPreviewed)
  const stays = certain.map(({ slots: own }) => ({ place_id: plan.place_id, slots: own }))
  const warnings = await findWarnings(db, scope, stays)
  const dates = [...plan.sessions.map(({ date }) => date), ...input.skip_dates].toSorted()
  const holidays = await findHolidays(await findHolidayRegion(db, scope, input.place_id), dates)
  const slots = usualOf(certain.map(session => session.slots.length))
  return {
    sessions: plan.sessions.map(session => {
      if (!('slots' in session)) return previewProblem(session, input, plan.time_zone, scope)
      const clashes = found.filter(clash => certain[clash.session] === session).map(({ session: _, ...clash }) => clash)
      const times = { starts_at: session.starts.instant.toString(), ends_at: session.ends.instant.toString() }
      const seats = session.slots.length * input.seats_per_slot
      return { ...noProblem, date: session.date, ...times, seats, clashes, ...(warnings[certain.indexOf(session)] ?? noWarnings) }
    }),
    slots_per_session: slots,
    seats_per_session: slots * input.seats_per_slot,
    holidays: [...holidays].map(([date, name]) => ({ date, name })),
  }
}

/** The most frequent number of slots: on clock-change days a session can have more or fewer. */
function usualOf(numbers: readonly number[]): number {
  const countOf = (number: number) => numbers.filter(other => other === number).length
  return numbers.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? 0
}

const noProblem = { problem: null, field: null, choices: [] }

function previewProblem(session: Exclude<RequestedSession, PlannedSession>, input: NewSchedule, zone: Zone, { now }: Scope) {
  const nothing = { date: session.date, starts_at: null, ends_at: null, seats: 0, clashes: [], ...noWarnings }
  if ('unfit' in session) return { ...nothing, problem: session.unfit, field: null, choices: [] }
  return { ...nothing, problem: session.problem.code, field: session.field, choices: possibleChoices(session, input, zone, now) }
}

/** 422 by field for inactive objects; `zone` is the place's, null if the place does not exist. */
export function refuseInactive(known: { isOffered: boolean; zone: string | null; mentorsKnown: boolean }): Refusal {
  return refuse('invalid', {
    errors: {
      ...(!known.isOffered && { support_type_id: ['field.isNotASupportTypeOn'] }),
      ...(known.zone === null && { place_id: ['field.isNotAPlaceInUse'] }),
      ...(!known.mentorsKnown && { mentor_ids: ['field.containsAPersonWhoIsNot'] }),
    },
  })
}

/** 422 if times are kept for appointments with an interpreter, but the support type has no length for them. */
export async function refuseInterpreted(
  db: Connection,
  scope: Scope,
  { interpreted, support_type_id }: Pick<NewSchedule, 'interpreted' | 'support_type_id'>,
): Promise<Refusal | null> {
  if (!interpreted || (await hasInterpretedLength(db, scope, support_type_id))) return null
  return refuseField('interpreted', 'field.needsALengthWithAnInterpreter')
}

/** 422 if the session's own meeting link is invalid, or its place is not online; null otherwise. */
export async function refuseMeetingLink(
  db: Connection,
  scope: Scope,
  { place_id, meeting_url }: Pick<NewSchedule, 'place_id' | 'meeting_url'>,
): Promise<Refusal | null> {
  if (meeting_url === null) return null
  const problem = meetingLinkProblem(meeting_url, await isPlaceOnline(db, scope, place_id))
  return problem ? refuseField('meeting_url', problem) : null
}

/**
 * When booking opens: one instant for all sessions of a series, by default on the place's clock.
 */
export function readOpeningTime(text: string | null, zone: string): string | null | Refusal {
  if (text === null) return null
  const read = readTime(text, zone)
  if (read === null) return refuse('invalid', { errors: { booking_opens_at: ['field.mustBeADateAndTime'] } })
  return 'problem' in read ? refuseAmbiguousTime('booking_opens_at', read.problem) : read.time.instant.toString()
}
