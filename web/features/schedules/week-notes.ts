import type { ClosedDay, TimeOff } from '#contract/absences.ts'
import { addDays, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { endOfLocalDay, startOfLocalDay } from '#domain/time/local-day.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { t } from '../../lib/messages.ts'
import { formatTimes } from '../../lib/time.ts'
import { daysOfWeek, type WeekBy, type WeekNote } from './week-layout.ts'

/** A week's absences by day: closed days of places, or time off of mentors. */
export function weekNotes(monday: LocalDate, by: WeekBy, closed: readonly ClosedDay[], off: readonly TimeOff[]): WeekNote[] {
  if (by === 'place') return closed.map(closedNote)
  return off.flatMap(each => daysOfWeek(monday).flatMap(date => awayNote(each, date) ?? []))
}

const closedNote = ({ place: { id, name, time_zone }, date, reason }: ClosedDay): WeekNote => ({
  band: { id, name, photo: null, zone: time_zone },
  date,
  text: reason ? t('week.closedFor', { reason }) : t('week.closed'),
})

/** "Away", or "Away 14:00–15:30" for part of a day; null on other days. */
function awayNote({ mentor, starts_at, ends_at, time_zone }: TimeOff, date: LocalDate): WeekNote | null {
  const [from, until] = [Temporal.Instant.from(starts_at), Temporal.Instant.from(ends_at)]
  const last = localDateOf(until.subtract({ nanoseconds: 1 }), time_zone)
  if (date < localDateOf(from, time_zone) || date > last) return null
  const [start, end] = [startOfLocalDay(date, time_zone), endOfLocalDay(date, time_zone)]
  const whole = Temporal.Instant.compare(from, start) <= 0 && Temporal.Instant.compare(until, end) >= 0
  const within = (instant: Temporal.Instant) => (Temporal.Instant.compare(instant, start) < 0 ? start : instant).toString()
  const text = whole
    ? t('week.away')
    : t('week.awayAt', {
        times: formatTimes(within(from), (date === last ? until : startOfLocalDay(addDays(date, 1), time_zone)).toString(), time_zone),
      })
  return { band: { ...mentor, zone: null }, date, text }
}
