import { createHash } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { writeCalendar, type CalendarEvent, type Subscription } from '../../platform/icalendar.ts'
import { organisationLanguage, recipientLanguage } from '../../platform/language.ts'
import { say } from '../../platform/text.ts'
import { locationOf } from '#domain/booking/event-location.ts'
import { appointmentEvent, appointmentPage, formatForClient } from '../appointments/calendar/present.ts'
import type { CalendarRow } from './appointment-queries.ts'
import type { FoundFeed } from './queries.ts'
import type { SessionRow } from './session-queries.ts'

// Locked phones show calendar texts, and calendar providers store them. They contain no support type
// and no client name (decision 038).

/** Calendar programs send no language: the one of the feed's owner, or of the organisation for a place. */
export const languageOfFeed = ({ kind, user_locale, site_locale }: FoundFeed): Language =>
  recipientLanguage(kind === 'place' ? null : user_locale, organisationLanguage(site_locale))

/** An appointment in its client's calendar. */
export const clientEvent = (row: CalendarRow, origin: string, language: Language): CalendarEvent =>
  appointmentEvent(row, formatForClient(language, row.reference, row.mentor_name, row, appointmentPage(origin, row.id)))

/** An appointment in its mentor's calendar. */
export const mentorEvent = (row: CalendarRow, origin: string, language: Language): CalendarEvent =>
  appointmentEvent(row, {
    title: say(language, ['calendar.appointment', { reference: formatReference(row.reference) }]),
    description: '',
    location: locationOf(row, `${origin}/mentor/appointment/${row.schedule_id}`),
  })

/** A session in its place's calendar. */
export const placeEvent = (
  { id, status, revision, starts_at, ends_at, created_at, mentors, taken, seats }: SessionRow,
  language: Language,
): CalendarEvent => ({
  uid: `${id}@openhour`,
  sequence: revision - 1,
  status: status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
  title: status === 'cancelled' ? mentors : say(language, ['calendar.booked', { mentors, taken, seats }]),
  description: '',
  location: '',
  starts_at,
  ends_at,
  created_at,
})

const nameOf = ({ kind, site_name, user_name, place_name }: FoundFeed): string => {
  if (kind === 'client') return site_name
  return `${site_name}: ${kind === 'mentor' ? user_name : place_name}`
}

const subscriptionOf = (feed: FoundFeed): Subscription => ({
  name: nameOf(feed),
  zone: feed.place_zone ?? feed.user_zone,
  everyMinutes: 60,
})

/** The feed's ETag. It is weak, because each response contains its own DTSTAMP. */
export const etagOf = (feed: FoundFeed, events: readonly CalendarEvent[]): string => {
  const hash = createHash('sha256').update(JSON.stringify([subscriptionOf(feed), events]))
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

/** A feed as an iCalendar object (RFC 5545). */
export const presentFeed = (feed: FoundFeed, events: readonly CalendarEvent[], now: Date): string =>
  writeCalendar(events, now, subscriptionOf(feed))
