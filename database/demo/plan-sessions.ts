import { slotsOf } from '#domain/availability/slots.ts'
import { addDays, type LocalDate, weekdayOf } from '#domain/time/local-date.ts'
import type { LocalTime } from '#domain/time/local-time.ts'
import { resolveLocal } from '#domain/time/moment.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Zone } from '#domain/time/zone.ts'
import { day, type DemoDay, hour, minute } from './demo-day.ts'
import { demoId } from './identity.ts'
import type { MentorKey } from './mentors.ts'
import { places, type PlaceKey, supportTypes, type SupportTypeKey } from './organisation.ts'
import { breakMinutes, demoMentorToday, weekPlan, type WeeklySession } from './week-plan.ts'

/** Number of days before and after today. */
export const planned = { back: 28, ahead: 42 }

/** Days ahead from which workshops are drafts, and days before one that its booking opens. */
const drafts = 29
const opensBefore = 14

/** A session of the demo, planned from today on. */
export interface DemoSession {
  id: string
  /** Its key in the weekly plan. */
  name: string
  type: SupportTypeKey
  place: PlaceKey
  date: LocalDate
  /** Days from today; negative in the past. */
  dayOffset: number
  local_starts: string
  local_ends: string
  starts: number
  ends: number
  seats: number
  mentors: readonly MentorKey[]
  status: 'draft' | 'published' | 'cancelled'
  cancel_reason: string | null
  note: string
  slot_minutes: number
  interpreted: boolean
  opens: number | null
  series_id: string | null
  plannedAt: number
}

/** A time of one mentor in a demo session; `starts` and `ends` are in ms since 1970. */
export interface DemoSlot {
  id: string
  session: DemoSession
  mentor: MentorKey
  roster: number
  starts: number
  ends: number
  seats: number
  first_serial: number
}

/** The two cancelled sessions: their range of days from today, and the reason. */
const calledOff = [
  { name: 'counselling-leila', from: -13, to: -7, reason: 'Leila has been taken ill. We have rung everyone about another time.' },
  {
    name: 'counselling-online',
    from: 6,
    to: 12,
    reason: 'Mateo is away for a family matter. We are ringing everyone about another time.',
  },
]

/** Every session from four weeks back to six weeks ahead, by day. */
export function planSessions(today: DemoDay): DemoSession[] {
  const sessions: DemoSession[] = []
  for (let dayOffset = -planned.back; dayOffset <= planned.ahead; dayOffset += 1) {
    const date = addDays(today.date, dayOffset)
    const weekday = weekdayOf(date)
    const plan = dayOffset === 0 ? [...weekPlan, ...demoMentorToday] : weekPlan
    sessions.push(...plan.filter(({ days }) => days.includes(weekday)).map(weekly => sessionOn(weekly, date, dayOffset, today)))
  }
  for (const { name, from, to, reason } of calledOff) {
    const session = sessions.find(each => each.name === name && each.dayOffset >= from && each.dayOffset <= to)
    if (session) Object.assign(session, { status: 'cancelled', cancel_reason: reason })
  }
  return sessions
}

/** The slots of a session, cut by the product's own rule. */
export function slotsOfSession(session: DemoSession): DemoSlot[] {
  return slotsOf({
    starts_at: Temporal.Instant.fromEpochMilliseconds(session.starts),
    ends_at: Temporal.Instant.fromEpochMilliseconds(session.ends),
    slot_minutes: session.slot_minutes,
    break_minutes: breakMinutes[session.type],
    seats_per_slot: session.seats,
    mentors: session.mentors,
  }).map(({ mentor_id, roster, starts_at, ends_at, seats, first_serial }) => ({
    id: demoId('slot', `${session.name} ${session.date} ${first_serial}`, session.plannedAt),
    session,
    mentor: mentor_id as MentorKey,
    roster,
    starts: starts_at.epochMilliseconds,
    ends: ends_at.epochMilliseconds,
    seats,
    first_serial,
  }))
}

function sessionOn(
  { name, type, place, from, to, mentors, seats = 1, note = '', interpreted = false }: WeeklySession,
  date: LocalDate,
  dayOffset: number,
  today: DemoDay,
): DemoSession {
  const zone = places[place].time_zone
  const starts = instantOf(date, from, zone)
  // Planned five weeks ahead; later sessions were planned in the last few days.
  const plannedAt = Math.min(starts - 35 * day, today.start - 4 * day + dayOffset * hour)
  const { slot_minutes, interpreted_minutes } = supportTypes[type]
  const limited = type === 'workshop' && dayOffset > opensBefore
  return {
    id: demoId('session', `${name} ${date}`, plannedAt),
    name,
    type,
    place,
    date,
    dayOffset,
    local_starts: `${date}T${from}`,
    local_ends: `${date}T${to}`,
    starts,
    ends: instantOf(date, to, zone),
    seats,
    mentors,
    status: type === 'workshop' && dayOffset >= drafts ? 'draft' : 'published',
    cancel_reason: null,
    note,
    slot_minutes: (interpreted ? interpreted_minutes : null) ?? slot_minutes,
    interpreted,
    opens: limited ? starts - opensBefore * day : null,
    series_id: weekPlan.some(weekly => weekly.name === name) ? demoId('series', name, today.start - 400 * day) : null,
    plannedAt,
  }
}

const noons = new Map<string, number>()

/** Counted from noon, because clocks change at night, when there are no sessions. */
function instantOf(date: LocalDate, time: LocalTime, zone: Zone): number {
  const name = `${date} ${zone}`
  const noon = noons.get(name) ?? noonOf(date, zone)
  noons.set(name, noon)
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return noon + (hours - 12) * hour + minutes * minute
}

function noonOf(date: LocalDate, zone: Zone): number {
  const resolved = resolveLocal(`${date}T12:00`, zone)
  if (resolved.kind !== 'exact') throw new Error(`${date} has no noon in ${zone}`)
  return resolved.instant.epochMilliseconds
}
