import type { ClosedDay, TimeOff } from '#contract/absences.ts'
import { addDays, localDateOf } from '#domain/time/local-date.ts'
import { startOfLocalDay } from '#domain/time/local-day.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { t } from '../../lib/messages.ts'
import { formatDate, formatRange } from '../../lib/time.ts'

/** "Thursday 26 November" or "Thursday 26 November to Friday 4 December"; with times unless the days are whole. */
export function formatTimeOff({ starts_at, ends_at, time_zone }: Pick<TimeOff, 'starts_at' | 'ends_at' | 'time_zone'>): string {
  const [from, until] = [Temporal.Instant.from(starts_at), Temporal.Instant.from(ends_at)]
  const [first, after] = [localDateOf(from, time_zone), localDateOf(until, time_zone)]
  const wholeDays = startOfLocalDay(first, time_zone).equals(from) && startOfLocalDay(after, time_zone).equals(until)
  if (!wholeDays) return formatRange(starts_at, ends_at, time_zone)
  const last = addDays(after, -1)
  return last === first ? formatDate(first) : t('absences.days', { from: formatDate(first), to: formatDate(last) })
}

/** "Town hall, Thursday 24 December" */
export const formatClosedDay = ({ place, date }: Pick<ClosedDay, 'place' | 'date'>): string => `${place.name}, ${formatDate(date)}`
