import type { Schedule } from '#contract/schedules.ts'
import { localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'

/**
 * Groups schedules by the local dates of their places, each date once, in the order of the list. The list
 * is ordered by instant, so places in different zones may alternate between two dates.
 */
export function groupByDay<Some extends Pick<Schedule, 'starts_at' | 'time_zone'>>(
  schedules: readonly Some[],
): { date: LocalDate; schedules: Some[] }[] {
  const dates = new Map<LocalDate, Some[]>()
  for (const schedule of schedules) {
    const date = localDateOf(Temporal.Instant.from(schedule.starts_at), schedule.time_zone)
    dates.set(date, [...(dates.get(date) ?? []), schedule])
  }
  const days = [...dates].map(([date, those]) => ({ date, schedules: those })).toSorted((a, b) => a.date.localeCompare(b.date))
  const newestFirst = (schedules[0]?.starts_at ?? '') > (schedules.at(-1)?.starts_at ?? '')
  return newestFirst ? days.toReversed() : days
}
