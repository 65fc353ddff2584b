import type { SearchedSchedule, SeatsChanged } from '#contract/search.ts'
import type { Answer } from '../../lib/api.ts'
import { timeKey } from './times.ts'

export type SearchAnswer = Answer<'GET /api/search-schedule/{support_type_id}'>

/** What a change of seats did to a day's times that are on the page. */
export interface SeatsMerged {
  answer: SearchAnswer
  /** Where and when it happened, and by how much what can be booked there changed: calendars follow. Null when the day's times do not hold the slot. */
  moved: { date: string; placeId: string; delta: number } | null
}

/**
 * A day's answer after a change of free seats. Seats that clients cannot book (short notice, not open yet) stay at none.
 * `now` and the notice period decide, as the server's search does.
 */
export function mergeSeats(
  answer: SearchAnswer,
  change: SeatsChanged,
  { now, noticeMinutes }: { now: number; noticeMinutes: number },
): SeatsMerged {
  const schedule = answer.schedules?.find(({ id }) => id === change.schedule_id)
  const slot = schedule?.slots.find(slot => slot.mentor.id === change.mentor_id && sameStart(slot, change))
  if (!schedule || !slot) return { answer, moved: null }
  const opens = schedule.booking_opens_at
  const bookable = Date.parse(slot.starts_at) >= now + noticeMinutes * 60_000 && (!opens || Date.parse(opens) <= now)
  const free = bookable ? Math.max(0, Math.min(slot.seats, change.free)) : 0
  const delta = free - slot.free
  const date = dateOf(answer, schedule)
  if (delta === 0) return { answer, moved: { date, placeId: schedule.place.id, delta } }
  const slots = schedule.slots.map(other => (other === slot ? { ...slot, free } : other))
  const schedules = answer.schedules?.map(other => (other === schedule ? { ...schedule, slots } : other))
  return { answer: shiftDay({ ...answer, schedules }, date, delta), moved: { date, placeId: schedule.place.id, delta } }
}

/** An answer whose day has so many seats more (or fewer). */
export function shiftDay(answer: SearchAnswer, date: string, delta: number): SearchAnswer {
  const days = answer.days.map(day => {
    if (day.date !== date || delta === 0) return day
    const free = Math.max(0, day.free + delta)
    return { ...day, free, why: free > 0 ? null : (day.why ?? ('full' as const)) }
  })
  return { ...answer, days }
}

const sameStart = (slot: { starts_at: string }, change: SeatsChanged) => timeKey('', slot.starts_at) === timeKey('', change.starts_at)

/** A session's local date in its place's zone, as the calendar knows it. */
function dateOf(answer: SearchAnswer, schedule: SearchedSchedule): string {
  if (answer.days.length === 1 && answer.days[0]) return answer.days[0].date
  return new Intl.DateTimeFormat('sv-SE', { timeZone: schedule.time_zone }).format(new Date(schedule.starts_at))
}
