import type { BusyCalendar } from '#contract/busy-calendars.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'

/** Why and since when the calendar cannot be read, with the consequence. */
export function formatFailing({ since, why, detail }: NonNullable<BusyCalendar['failing']>, everRead: boolean): string {
  const id: MessageId = `busyCalendars.why.${why}`
  const known = t(id)
  const reason = [known === id ? why : known, detail && `(${detail})`].filter(Boolean).join(' ')
  return t(everRead ? 'busyCalendars.failing' : 'busyCalendars.failingNever', { since: formatDateTime(since, visitorZone()), why: reason })
}

/** "At calendar.example · last read Tuesday 24 November, 09:15 · 12 busy times ahead" */
export const formatFacts = ({ host, read_at, times }: BusyCalendar): string =>
  [
    t('busyCalendars.at', { host }),
    read_at ? t('busyCalendars.readAt', { when: formatDateTime(read_at, visitorZone()) }) : t('busyCalendars.notYet'),
    read_at && t('busyCalendars.times', { count: times }),
  ]
    .filter(Boolean)
    .join(' · ')
