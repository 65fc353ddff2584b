import { type Session, sessionLimits, type SessionProblem, sessionProblems } from '#domain/availability/session.ts'
import { slotsOf, type PlannedSlot } from '#domain/availability/slots.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { Zone } from '#domain/time/zone.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { type Series, seriesTimes } from './plan-series.ts'
import type { Sentence } from '../../platform/text.ts'
import {
  chooseTime,
  type ClockTime,
  type ReadSession,
  readTime,
  type SessionTimes,
  sessionTimes,
  type TimeProblem,
} from './resolve-times.ts'

/** The requested hours of a session, and how they are cut into slots. */
export interface SessionRequest {
  starts_at: string
  ends_at: string
  slot_minutes: number
  break_minutes: number
  seats_per_slot: number
  mentor_ids: string[]
}

/** A session with certain times, cut into slots. */
export interface PlannedSession {
  date: LocalDate
  starts: ClockTime
  ends: ClockTime
  slots: PlannedSlot[]
}

/** A date on which a clock change makes the time ambiguous. */
export type AmbiguousSession = Extract<SessionTimes, { field: string }>

/** A date without a session, and the refusal that explains it. */
export interface InvalidSession {
  date: LocalDate
  unfit: 'no_session' | 'past'
  refusal: Refusal
}

/** The result of a request on one date. */
export type RequestedSession = PlannedSession | AmbiguousSession | InvalidSession

/** Maximum number of slots in one request. */
export const maxSlots = 10_000

/**
 * Every session of a request, by date: cut into slots, ambiguous, or without a session on that
 * date. Refuses (422, by field) texts that are no times or no series, and too many slots.
 */
export function planSessions(input: SessionRequest & Series, zone: Zone, now: Date): RequestedSession[] | Refusal {
  const read = readTimes(input, zone)
  if (read instanceof Refusal) return read
  const dates = seriesTimes(read, input, zone)
  if (dates instanceof Refusal) return dates
  const sessions: RequestedSession[] = []
  let slots = 0
  for (const times of dates) {
    const session = times.problem === null ? fitSession(times, input, now) : times
    if ('slots' in session) slots += session.slots.length
    if (slots > maxSlots) return refuse('invalid', { errors: { repeat: [['field.makesMoreThanSlotsAtOnce', { count: maxSlots }]] } })
    sessions.push(session)
  }
  return sessions
}

function fitSession(times: CertainTimes, input: SessionRequest & Series, now: Date): PlannedSession | InvalidSession {
  const planned = planSession(times, input, now)
  if (!(planned instanceof Refusal)) return planned
  const refusal = input.repeat ? atDate(planned, times.date) : planned
  return { date: times.date, unfit: isOver(times, now) ? 'past' : 'no_session', refusal }
}

type CertainTimes = Pick<PlannedSession, 'date' | 'starts' | 'ends'>
const isOver = ({ ends }: CertainTimes, now: Date) => ends.instant.epochMilliseconds <= now.getTime()

/**
 * The choices for an ambiguous session: those of the two that make a session, as far as its other
 * end is certain.
 */
export function possibleChoices({ date, field, problem, read }: AmbiguousSession, input: SessionRequest, zone: Zone, now: Date): string[] {
  return problem.choices.filter(text => {
    const chosen = chooseTime(problem, text, zone)
    if (!chosen) return false
    const times = sessionTimes({ ...read, [field === 'starts_at' ? 'starts' : 'ends']: chosen }, date)
    return times.problem !== null || !(planSession(times, input, now) instanceof Refusal)
  })
}

/** One session cut into slots, or the problem with its hours. */
export function planSession(times: CertainTimes, input: SessionRequest, now: Date) {
  const { date, starts, ends } = times
  const session: Session = { ...input, starts_at: starts.instant, ends_at: ends.instant, mentors: input.mentor_ids }
  const problems = sessionProblems(session)
  if (problems.length > 0) return refuse('invalid', { errors: errorsOf(problems) })
  if (isOver(times, now)) return refuse('invalid', { errors: { starts_at: ['field.liesInThePast'] } })
  return { date, starts, ends, slots: slotsOf(session) } satisfies PlannedSession
}

/**
 * The 422 for the first date of a plan without a session, or else for all ambiguous dates; null if
 * each date has a session.
 */
export function refuseUnplannable(sessions: readonly RequestedSession[], isSeries: boolean): Refusal | null {
  return sessions.find(session => 'unfit' in session)?.refusal ?? refuseAmbiguousTimes(sessions, isSeries)
}

/** The 422 for ambiguous dates, with the choices of the first one; null if there are none. */
export function refuseAmbiguousTimes(sessions: readonly (RequestedSession | SessionTimes)[], isSeries = false): Refusal | null {
  const doubtful = sessions.filter(session => 'field' in session)
  const [first] = doubtful
  if (!first) return null
  const errors: Record<string, Sentence[]> = {}
  for (const { field, problem } of doubtful) (errors[field] ??= []).push(sentenceOf(problem))
  return refuseAmbiguousTime(first.field, first.problem, errors, isSeries)
}

/** The 422 for a skipped or repeated time: the time and both choices. */
export function refuseAmbiguousTime(
  field: string,
  problem: TimeProblem,
  errors: Record<string, Sentence[]> = { [field]: [sentenceOf(problem)] },
  isSeries = false,
): Refusal {
  const values = { code: problem.code, sentence: { text: sentenceOf(problem) }, series: isSeries ? 'yes' : 'no' }
  return refuse(problem.code, { message: ['refused.ambiguousTime', values], errors, choices: problem.choices })
}

function sentenceOf({ code, local }: TimeProblem): Sentence {
  const [date = '', time = ''] = local.split('T')
  return [code === 'time_skipped' ? 'refused.timeSkipped' : 'refused.timeRepeated', { date: { date }, time: { time } }]
}

/** Parses both ends of a session; 422 at the field that is no time. */
export function readTimes(input: Pick<SessionRequest, 'starts_at' | 'ends_at'>, zone: Zone): ReadSession | Refusal {
  const [starts, ends] = [readTime(input.starts_at, zone), readTime(input.ends_at, zone)]
  if (starts && ends) return { starts, ends }
  const sentence = ['field.mustBeADateAndTime'] as const
  return refuse('invalid', { errors: { ...(!starts && { starts_at: sentence }), ...(!ends && { ends_at: sentence }) } })
}

const sentences: Record<SessionProblem['code'], Sentence> = {
  ends_before_start: 'field.mustBeAfterTheStart',
  longer_than_a_day: ['field.mustBeWithinHoursOfThe', { hours: sessionLimits.hours }],
  no_whole_slot: 'field.isLongerThanTheWholeSession',
  slot_minutes_range: ['field.mustBeToMinutes', sessionLimits.slotMinutes],
  break_minutes_range: ['field.mustBeToMinutes', sessionLimits.breakMinutes],
  seats_range: ['field.mustBeTo', sessionLimits.seats],
  too_many_slots: ['field.makesMoreThanSlotsInOne', { count: sessionLimits.slots }],
  no_mentors: 'field.chooseAtLeastOneMentor',
  mentor_twice: 'field.namesAMentorTwice',
}

function errorsOf(problems: SessionProblem[]): Record<string, Sentence[]> {
  const errors: Record<string, Sentence[]> = {}
  for (const { field, code } of problems) (errors[field] ??= []).push(sentences[code])
  return errors
}

function atDate({ code, details }: Refusal, date: LocalDate): Refusal {
  const errors = Object.entries(details.errors ?? {}).map(([field, texts]) => [
    field,
    texts.map((text): Sentence => ['field.onDate', { date: { date }, sentence: { text } }]),
  ])
  return refuse(code, { ...details, errors: Object.fromEntries(errors) as Record<string, Sentence[]> })
}
