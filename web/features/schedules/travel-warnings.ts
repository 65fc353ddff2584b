import type { ShortTravel } from '#contract/problem.ts'
import { t } from '../../lib/messages.ts'
import { formatTimesThere } from '../../lib/time.ts'

/** "Ana Moreno has only 10 minutes to get here from Canal Rooms, 09:00–12:00." */
export const formatTravel = ({ mentor, place, minutes, starts_at, ends_at, time_zone, is_before }: ShortTravel): string =>
  t(is_before ? 'travel.from' : 'travel.to', {
    name: mentor.name,
    place: place.name,
    minutes,
    times: formatTimesThere(starts_at, ends_at, time_zone),
  })
