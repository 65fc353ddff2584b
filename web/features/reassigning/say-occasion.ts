import type { Answer } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sayDate, sayDay, sayRange } from '../../lib/time.ts'

type About = Answer<'GET /api/reassigning'>['about']

/** "Ana Moreno cannot come on Tuesday 24 November": what cannot take place, in a sentence. */
export function sayOccasion({ mentor, place, starts_at, ends_at, date, time_zone, mentors }: About): string {
  const span = starts_at && ends_at ? sayRange(starts_at, ends_at, time_zone) : ''
  if (mentor) return t('reassign.mentorAway', { name: mentor.name, when: date ? sayDate(date) : span })
  if (mentors.length > 0) return t('reassign.session', { when: span })
  return t('reassign.closed', { place: place?.name ?? '', when: starts_at ? sayDay(starts_at, time_zone) : '' })
}
