import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDate, formatDay, formatRange } from '../../lib/time.ts'

type About = ResponseBody<'GET /api/reassigning'>['about']

/** What cannot take place: "Ana Moreno cannot come on Tuesday 24 November". */
export function formatSubject({ mentor, place, starts_at, ends_at, date, time_zone, mentors }: About): string {
  const span = starts_at && ends_at ? formatRange(starts_at, ends_at, time_zone) : ''
  if (mentor) return t('reassign.mentorAway', { name: mentor.name, when: date ? formatDate(date) : span })
  if (mentors.length > 0) return t('reassign.session', { when: span })
  return t('reassign.closed', { place: place?.name ?? '', when: starts_at ? formatDay(starts_at, time_zone) : '' })
}
