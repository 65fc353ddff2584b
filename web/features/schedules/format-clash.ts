import type { Clash } from '#contract/problem.ts'
import { t } from '../../lib/messages.ts'
import { formatTimesThere } from '../../lib/time.ts'

/** "Ana Moreno already has a session, 09:00–12:00" on the clock of the planned session */
export const formatClash = ({ reason, mentor, starts_at, ends_at, time_zone }: Clash): string =>
  t(`scheduleConflict.${reason}`, { name: mentor.name, times: formatTimesThere(starts_at, ends_at, time_zone) })
