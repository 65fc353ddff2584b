import type { Appointment } from '#contract/appointments.ts'
import { locationOf } from '#domain/booking/event-location.ts'
import { paths } from '../../lib/paths.ts'

type Event = Pick<Appointment, 'id' | 'starts_at' | 'ends_at'> & { place: Pick<Appointment['place'], 'kind' | 'name' | 'address'> }

/**
 * Addresses that add an appointment to a calendar on the web. They stay in histories and logs of others: a title
 * that says nothing, the time, the place and the appointment's page, which needs a login; never a meeting link.
 * Times are instants in UTC, which each calendar shows on its owner's clock.
 */
export function calendarLinks({ id, starts_at, ends_at, place }: Event, { title, origin }: { title: string; origin: string }) {
  const page = origin + paths.myAppointment(id)
  const location = locationOf(place, page)
  return {
    google: build('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${compact(starts_at)}/${compact(ends_at)}`,
      location,
      details: page,
    }),
    outlook: build('https://outlook.live.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: toSeconds(starts_at),
      enddt: toSeconds(ends_at),
      location,
      body: page,
    }),
  }
}

/** Outlook shows a `+` as it is. */
const build = (address: string, params: Record<string, string>): string =>
  `${address}?${new URLSearchParams(params).toString().replaceAll('+', '%20')}`

const toSeconds = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** `20261124T093000Z` */
const compact = (instant: string): string => toSeconds(instant).replaceAll(/[-:]/g, '')
