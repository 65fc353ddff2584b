import type { Schedule } from '#contract/schedules.ts'
import { localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'

/** A list's schedules under their places' own dates, in the order of the list. */
export function byDay<Some extends Pick<Schedule, 'starts_at' | 'time_zone'>>(
  schedules: readonly Some[],
): { date: LocalDate; schedules: Some[] }[] {
  const days: { date: LocalDate; schedules: Some[] }[] = []
  for (const schedule of schedules) {
    const date = localDateOf(Temporal.Instant.from(schedule.starts_at), schedule.time_zone)
    const last = days.at(-1)
    if (last?.date === date) last.schedules.push(schedule)
    else days.push({ date, schedules: [schedule] })
  }
  return days
}
