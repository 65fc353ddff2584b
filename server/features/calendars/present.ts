import { createHash } from 'node:crypto'
import type { CalendarFeed } from '#contract/calendars.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { writeCalendar, type CalendarEvent, type Subscription } from '../../platform/icalendar.ts'
import { appointmentEvent, sayToClient, sayWhere } from '../appointments/calendar/present.ts'
import type { CalendarRow } from './appointment-queries.ts'
import type { FoundFeed } from './queries.ts'

type Says = Pick<CalendarEvent, 'title' | 'description' | 'location'>

/** What each calendar says: phones show it while they are locked, and whoever runs the calendar keeps it. No kind of support, and no client (decision 038). */
const says: Record<CalendarFeed['kind'], (row: CalendarRow) => Says> = {
  client: ({ reference, mentor_name, place }) => sayToClient(reference, mentor_name, place),
  mentor: ({ reference, place }) => ({ title: `Appointment ${formatReference(reference)}`, description: '', location: sayWhere(place) }),
  place: ({ mentor_name }) => ({ title: `Booked: ${mentor_name}`, description: '', location: '' }),
}

const nameOf = ({ kind, site_name, user_name, place_name }: FoundFeed): string => {
  if (kind === 'client') return site_name
  return `${site_name}: ${kind === 'mentor' ? user_name : place_name}`
}

const subscription = (feed: FoundFeed): Subscription => ({
  name: nameOf(feed),
  zone: feed.place_zone ?? feed.user_zone,
  everyMinutes: 60,
})

/** Raised when the same rows are written otherwise, so that calendars which have them come for the new writing. */
const writing = 1

/**
 * Names what a feed holds now. Weak, since every writing bears its own moment (DTSTAMP), though nothing else of it differ.
 */
export const tagOf = (feed: FoundFeed, rows: readonly CalendarRow[]): string => {
  const told = rows.map(row => Object.values({ ...row, place: Object.values(row.place) }))
  const hash = createHash('sha256').update(JSON.stringify([writing, feed.kind, subscription(feed), told]))
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

/** A feed as an iCalendar object (RFC 5545). */
export const presentFeed = (feed: FoundFeed, rows: readonly CalendarRow[], now: Date): string =>
  writeCalendar(
    rows.map(row => appointmentEvent(row, says[feed.kind](row))),
    now,
    subscription(feed),
  )
