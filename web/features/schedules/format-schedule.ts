import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { formatShortDay, formatTimesThere } from '../../lib/time.ts'

/** A schedule's short name, for button labels: "Career advice, Tue 24 Nov, 09:00–12:00". */
export const formatScheduleName = ({ support_type, starts_at, ends_at, time_zone }: Schedule): string =>
  t('schedules.name', {
    type: support_type.name,
    day: formatShortDay(starts_at, time_zone),
    times: formatTimesThere(starts_at, ends_at, time_zone),
  })
