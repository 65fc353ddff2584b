import type { NewSchedule } from '#contract/schedules.ts'
import { publishedVersions, registerClient, send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { logIn } from './people.ts'

// Schedules that a journey has for itself: far enough ahead that the demo has planned nothing there.

interface Offer {
  support_types: { id: string; name: string }[]
  places: { id: string; name: string; time_zone: string }[]
  mentors: { id: string; name: string; support_type_ids: string[] }[]
}

/**
 * What can be planned with: a support type, by default the first, a place on London's clock, and two mentors who
 * have that type.
 */
export async function planningOffer(url: string, typeName?: string) {
  const { token } = await logIn(url, 'administrator')
  const { body } = await send(url, 'GET', '/api/schedules/create', { token })
  const { support_types, places, mentors } = body as unknown as Offer
  const supportType = support_types.find(({ name }) => typeName === undefined || name === typeName)!
  const place = places.find(({ time_zone }) => time_zone === 'Europe/London')!
  const [first, second] = mentors.filter(({ support_type_ids }) => support_type_ids.includes(supportType.id))
  return { token, supportType, place, mentors: [first!, second!] as const }
}

/** The date so many days from today. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The Sunday on which London's clocks change in this month (3 or 10), on a day that no other journey plans: 740 to
 * 1,105 days ahead, and `later` more years.
 */
export function clockChange(month: 3 | 10, later = 0): string {
  const from = dayAhead(740 + later * 366)
  const lastSunday = (year: number) => {
    const last = new Date(Date.UTC(year, month, 0))
    last.setUTCDate(last.getUTCDate() - last.getUTCDay())
    return last.toISOString().slice(0, 10)
  }
  const year = Number(from.slice(0, 4))
  return lastSunday(year) >= from ? lastSunday(year) : lastSunday(year + 1)
}

/** Plans a session over the API: from nine to twelve, one seat every hour. Answers its id. */
export async function planSession(url: string, date: string, change: Partial<NewSchedule> = {}): Promise<string> {
  const { token, supportType, place, mentors } = await planningOffer(url)
  const { status, body } = await send(url, 'POST', '/api/schedules', {
    token,
    body: {
      support_type_id: supportType.id,
      place_id: place.id,
      starts_at: `${date}T09:00`,
      ends_at: `${date}T12:00`,
      slot_minutes: 60,
      mentor_ids: [mentors[0].id],
      status: 'published',
      ...change,
    },
  })
  if (status !== 201) throw new Error(`planning answered ${status}: ${JSON.stringify(body)}`)
  return body.id!
}

/** A new client, or the one of `as`, takes the last hour of such a session. Returns the client's token. */
export async function bookLastHour(url: string, scheduleId: string, date: string, as?: string): Promise<string> {
  const versions = await publishedVersions(url)
  const token = as ?? (await registerClient(url, ownNumber(), versions))
  const starts_at = new Date(`${date}T11:00:00${offsetOf(date)}`).toISOString()
  const { status, body } = await send(url, 'POST', '/api/appointments', {
    token,
    body: { schedule_id: scheduleId, starts_at, accepted_version_ids: versions },
  })
  if (status !== 201) throw new Error(`booking answered ${status}: ${JSON.stringify(body)}`)
  return token
}

/** What London's clock is ahead of UTC at eleven on that day. */
function offsetOf(date: string): string {
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }).format(
    new Date(`${date}T11:00:00Z`),
  )
  return hour === '12' ? '+01:00' : 'Z'
}
