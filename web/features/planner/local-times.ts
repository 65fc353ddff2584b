import { formatLocalTime, formatLocalTimes } from '../../lib/time.ts'
import type { LocalDate } from '#domain/time/local-date.ts'

// Local dates and times of a place (`2026-11-24T09:00`), calculated as if every day had 24 hours.

/** Also on the days on which clocks change, see above. */
export const minutesPerDay = 24 * 60
/** Drags and arrow keys move in such steps. */
export const stepMinutes = 15

/** The date of a local time. */
export const dateOf = (local: string): LocalDate => local.slice(0, 10)
/** The clock of a local time, `HH:MM`. */
export const clockOf = (local: string): string => local.slice(11, 16)
/** Minutes from midnight to a local time. */
export const minuteOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))

/** A local time so many minutes later. */
export const addMinutes = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)

/** Minutes between two local times. */
export const minutesBetween = (from: string, to: string): number => (Date.parse(`${to}:00Z`) - Date.parse(`${from}:00Z`)) / 60_000

/** The local time so many minutes after the start of a day. */
export const localAt = (date: LocalDate, minute: number): string => addMinutes(`${date}T00:00`, minute)

/** "09:00", also for 24:00 and later. */
export const formatMinute = (minute: number): string => formatLocalTime(localAt('2026-01-01', minute))

/** "09:00–12:00", from and to minutes after the start of a day. */
export const formatMinuteRange = (from: number, to: number): string =>
  formatLocalTimes(localAt('2026-01-01', from), localAt('2026-01-01', to))

/** The part of a period on one day, "23:00–00:00"; empty if it is the whole day. */
export function formatTimesOn(date: LocalDate, { starts_local, ends_local }: { starts_local: string; ends_local: string }): string {
  const from = starts_local < localAt(date, 0) ? 0 : minuteOf(starts_local)
  const to = ends_local < localAt(date, minutesPerDay) ? minuteOf(ends_local) : minutesPerDay
  return to - from === minutesPerDay ? '' : formatMinuteRange(from, to)
}
