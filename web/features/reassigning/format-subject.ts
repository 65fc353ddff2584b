import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDate, formatDay, formatRangeThere } from '../../lib/time.ts'
import { formatTimeOff } from '../absences/format-absence.ts'

type About = ResponseBody<'GET /api/reassigning'>['about']

/** What cannot take place: "Ana Moreno is unavailable: Tuesday 24 November". */
export function formatSubject({ mentor, place, starts_at, ends_at, date, time_zone, mentors }: About): string {
  const times = starts_at && ends_at && { starts_at, ends_at, time_zone }
  if (mentor) return t('reassign.mentorAway', { name: mentor.name, when: date ? formatDate(date) : times ? formatTimeOff(times) : '' })
  if (mentors.length > 0)
    return t('reassign.session', {
      when: times ? formatRangeThere(times.starts_at, times.ends_at, time_zone) : '',
    })
  return t('reassign.closed', { place: place?.name ?? '', when: starts_at ? formatDay(starts_at, time_zone) : '' })
}
