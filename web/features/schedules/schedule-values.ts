import type { NewSchedule, Schedule, ScheduleChange } from '#contract/schedules.ts'
import { addDays, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { localTimeOf } from '#domain/time/local-time.ts'
import { resolveLocal, type LocalDateTime, type Resolved } from '#domain/time/moment.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { ResponseBody } from '../../lib/api.ts'
import type { useForm } from '../../lib/form.ts'
import { noRepeat, ruleOf, type RepeatChoice } from './repeat-builder.ts'

/** The first or second of a repeated time; empty while not chosen. */
export type Disambiguation = '' | 'earlier' | 'later'

/** Decisions about single dates of a series, whether or not they still apply (date-decisions.ts). */
export interface DateDecisions {
  /** Dates to leave out. */
  skipped: LocalDate[]
  /** Chosen instants of ambiguous times. */
  chosen: NewSchedule['chosen_times']
}

/** All dates of the rule, and no ambiguous time decided. */
export const noDecisions: DateDecisions = { skipped: [], chosen: [] }

/**
 * Values of the schedule form, on the place's clock. Names match the API's fields, so that the server's
 * errors find them. `starts_at` and `ends_at` are `HH:MM` on `date`; an end that is not after the start is
 * on the next day.
 */
export type ScheduleValues = {
  support_type_id: string
  place_id: string
  date: string
  starts_at: string
  ends_at: string
  starts_which: Disambiguation
  ends_which: Disambiguation
  slot_minutes: string
  break_minutes: string
  seats_per_slot: string
  interpreted: boolean
  mentor_ids: string[]
  note: string
  meeting_url: string
  booking_opens_at: string
  publish: boolean
  repeat: RepeatChoice
  decisions: DateDecisions
}

/** The fields of date and times, on the place's clock. */
export type Times = Pick<ScheduleValues, 'date' | 'starts_at' | 'ends_at' | 'starts_which' | 'ends_which'>

/** The typed start on the place's clock. */
export const startLocal = ({ date, starts_at }: Times): LocalDateTime => `${date}T${starts_at}`
/** The typed end on the place's clock: on the next day where it is not after the start. */
export const endLocal = ({ date, starts_at, ends_at }: Times): LocalDateTime => `${ends_at > starts_at ? date : nextDay(date)}T${ends_at}`

/** The typed start and end in the place's zone; null while they are incomplete. */
export function resolveTimes(values: Times, zone: string): { start: Resolved; end: Resolved } | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(values.date) || !values.starts_at || !values.ends_at) return null
  try {
    return { start: resolveLocal(startLocal(values), zone), end: resolveLocal(endLocal(values), zone) }
  } catch {
    return null
  }
}

/** The instant of a resolved time; null while it is ambiguous. */
export function resolvedInstant(resolved: Resolved, which: Disambiguation): Temporal.Instant | null {
  if (resolved.kind === 'exact') return resolved.instant
  if (resolved.kind === 'skipped' || which === '') return null
  return resolved[which]
}

/** In a series, ambiguous times are decided by date (date-decisions.ts), also for the first. */
export const isSeries = ({ repeat }: Pick<ScheduleValues, 'repeat'>): boolean => repeat.how !== 'never'

/** The times for the request; null while they are incomplete. */
export function momentsOf(values: Times, zone: string): { starts_at: string; ends_at: string } | null {
  const times = resolveTimes(values, zone)
  return (
    times && {
      starts_at: momentOf(startLocal(values), times.start, values.starts_which),
      ends_at: momentOf(endLocal(values), times.end, values.ends_which),
    }
  )
}

/** Local, or an instant if the local time is ambiguous. */
function momentOf(local: LocalDateTime, resolved: Resolved, which: Disambiguation): string {
  const instant = resolvedInstant(resolved, which)
  return resolved.kind === 'repeated' && instant ? instant.toString() : local
}

/** A new schedule without the decisions about single dates, and without the series that it joins. */
export type ScheduleFields = Omit<NewSchedule, 'skip_dates' | 'chosen_times' | 'series_of'>

/** The request body of a new schedule; null while a required value is missing. */
export function toNewSchedule(values: ScheduleValues, zone: string): ScheduleFields | null {
  const times = momentsOf(isSeries(values) ? { ...values, starts_which: '', ends_which: '' } : values, zone)
  const numbers = [values.slot_minutes, values.break_minutes, values.seats_per_slot]
  if (!times || !values.support_type_id || !values.place_id || values.mentor_ids.length === 0) return null
  if (numbers.some(text => !/^\d+$/.test(text))) return null
  const rule = ruleOf(values.repeat, values.date)
  return {
    support_type_id: values.support_type_id,
    place_id: values.place_id,
    ...times,
    slot_minutes: Number(values.slot_minutes),
    break_minutes: Number(values.break_minutes),
    seats_per_slot: Number(values.seats_per_slot),
    interpreted: values.interpreted,
    mentor_ids: values.mentor_ids,
    note: values.note,
    meeting_url: values.meeting_url.trim() || null,
    booking_opens_at: values.booking_opens_at || null,
    status: values.publish ? 'published' : 'draft',
    ...(rule && { repeat: rule }),
  }
}

/** Only the changed fields. With another place, the same clock times are other instants, so they are sent too. */
export function changesOf(before: ScheduleValues, values: ScheduleValues, zone: string): ScheduleChange {
  const whole = toNewSchedule(values, zone)
  if (!whole) return {}
  const { status: _, repeat: __, ...fields } = whole
  const timeKeys = ['place_id', 'date', 'starts_at', 'ends_at', 'starts_which', 'ends_which'] as const
  const moved = timeKeys.some(key => values[key] !== before[key])
  const changed = (key: keyof typeof fields) =>
    key === 'starts_at' || key === 'ends_at' ? moved : JSON.stringify(values[key]) !== JSON.stringify(before[key])
  return Object.fromEntries(Object.entries(fields).filter(([key]) => changed(key as keyof typeof fields)))
}

/** The form values of a schedule. */
export function valuesOf(schedule: Schedule & { meeting_url: string | null }): ScheduleValues {
  const { time_zone: zone, starts_at, ends_at, booking_opens_at } = schedule
  const start = Temporal.Instant.from(starts_at)
  const end = Temporal.Instant.from(ends_at)
  const local = (instant: Temporal.Instant): LocalDateTime => `${localDateOf(instant, zone)}T${localTimeOf(instant, zone)}`
  return {
    support_type_id: schedule.support_type_id,
    place_id: schedule.place.id,
    date: localDateOf(start, zone),
    starts_at: localTimeOf(start, zone),
    ends_at: localTimeOf(end, zone),
    starts_which: whichOf(local(start), start, zone),
    ends_which: whichOf(local(end), end, zone),
    slot_minutes: String(schedule.slot_minutes),
    break_minutes: String(schedule.break_minutes),
    seats_per_slot: String(schedule.seats_per_slot),
    interpreted: schedule.interpreted,
    mentor_ids: schedule.mentors.map(({ id }) => id),
    note: schedule.note,
    meeting_url: schedule.meeting_url ?? '',
    booking_opens_at: booking_opens_at ? local(Temporal.Instant.from(booking_opens_at)) : '',
    publish: schedule.status === 'published',
    repeat: noRepeat,
    decisions: noDecisions,
  }
}

/** Which of a repeated local time an instant is; empty where it is neither, or the time comes once. */
export function whichOf(local: LocalDateTime, instant: Temporal.Instant, zone: string): Disambiguation {
  const resolved = resolveLocal(local, zone)
  if (resolved.kind !== 'repeated') return ''
  if (resolved.later.equals(instant)) return 'later'
  return resolved.earlier.equals(instant) ? 'earlier' : ''
}

function nextDay(date: LocalDate): LocalDate {
  try {
    return addDays(date, 1)
  } catch {
    return date
  }
}

/** Response of the page of a planned session. */
export type OpenedSchedule = ResponseBody<'GET /api/schedules/{id}/edit'>

/** What `useForm` returns for the schedule form. */
export type ScheduleFormState = ReturnType<typeof useForm<ScheduleValues>>
