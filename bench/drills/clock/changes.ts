import type pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { publishedVersions, registerClient, send } from '../../../e2e/support/client.ts'
import { logIn } from '../../../e2e/support/people.ts'
import type { MovableClock } from './movable-clock.ts'

const zone = 'Europe/London'
const minute = 60_000
const day = 24 * 60 * minute

/**
 * The clock of a wall in London, as the platform's own calendar tells it; nothing of the product's reckons here.
 */
const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
export const localOf = (instant: number) => wall.format(instant).replace(' ', 'T')

interface Asked {
  url: string
  database: pg.Client
  clock: MovableClock
}
interface Loose {
  id: string
  starts_at: string
  support_type_ids: string[]
  time_zone: string
  kind: string
}

export interface Changed {
  slots: number
  /** Slots that are missing, twice there, or elsewhere. */
  wrongSlots: number
  /** Sessions that were taken though their time does not exist, or exists twice. */
  unclear: number
  /** Bookings around the change that were refused, stand at another time, or let a second one in. */
  wrongBookings: number
}

/**
 * Sessions on the next two days when London's clock changes and on the Sundays around, each slot compared with
 * every minute of a wall's clock; then people book while it changes.
 */
export async function tryChanges({ url, database, clock }: Asked): Promise<Changed> {
  const found = { slots: 0, wrongSlots: 0, unclear: 0, wrongBookings: 0 }
  for (const [at, change] of nextChanges(clock.now()).entries()) {
    const date = localOf(change).slice(0, 10)
    const { type, mentor, plan } = await openPlanning(url)
    const dayOf = (days: number) => new Date(Date.parse(`${date}T12:00:00Z`) + days * day).toISOString().slice(0, 10)
    // Half past one is skipped in spring, and comes twice in autumn.
    if ((await plan(`${date}T01:30`, `${date}T05:00`)).status < 400) found.unclear += 1
    const planned = [
      await plan(`${date}T00:00`, `${date}T04:00`),
      await plan(`${dayOf(-7)}T09:00`, `${dayOf(-7)}T12:00`, 'FREQ=WEEKLY;COUNT=3'),
    ]
    const refused = planned.find(({ status }) => status !== 201)
    if (refused) throw new Error(`no session on the day of the change: ${refused.status} ${JSON.stringify(refused.body)}`)

    const expected = [
      ...slotsBetween(`${date}T00:00`, `${date}T04:00`),
      ...[-7, 0, 7].flatMap(days => slotsBetween(`${dayOf(days)}T09:00`, `${dayOf(days)}T12:00`)),
    ].toSorted()
    const { rows } = await database.query<{ at: string }>(
      `SELECT (extract(epoch FROM starts_at) * 1000)::bigint AS at FROM slots WHERE mentor_id = $1 AND starts_at BETWEEN $2 AND $3`,
      [mentor.id, new Date(change - 8 * day), new Date(change + 8 * day)],
    )
    const there = rows.map(row => Number(row.at)).toSorted()
    found.slots += expected.length
    found.wrongSlots += differences(expected, there)
    console.log(`${date}: ${there.length} slots from ${localOf(there[6]!)} on, ${differences(expected, there)} of ${expected.length} wrong`)
    found.wrongBookings += await bookAcross({ url, clock, change, date, typeId: type.id, mentorId: mentor.id, first: at * 10 })
  }
  return found
}

/**
 * The first kind of help at a place of London's, by a mentor who does it: how sessions of half hours are planned
 * there.
 */
export async function openPlanning(url: string) {
  const { token } = await logIn(url, 'administrator')
  const { body } = await send(url, 'GET', '/api/schedules/create', { token })
  const form = body as unknown as Record<'support_types' | 'places' | 'mentors', Loose[]>
  const place = form.places.find(({ time_zone, kind }) => time_zone === zone && kind === 'in_person')!
  const type = form.support_types[0]!
  const mentor = form.mentors.find(({ support_type_ids }) => support_type_ids.includes(type.id))!
  const plan = (starts_at: string, ends_at: string, repeat?: string) =>
    send(url, 'POST', '/api/schedules', {
      token,
      body: {
        support_type_id: type.id,
        place_id: place.id,
        mentor_ids: [mentor.id],
        slot_minutes: 30,
        status: 'published',
        starts_at,
        ends_at,
        repeat,
      },
    })
  return { type, mentor, plan }
}

interface Crossing extends Omit<Asked, 'database'> {
  change: number
  date: string
  typeId: string
  mentorId: string
  /** The number of the first of its clients. */
  first: number
}

/**
 * A minute before the clock changes and a minute after, two ask for the same time of that day at once: one has it,
 * where the wall's clock says.
 */
async function bookAcross({ url, clock, change, date, typeId, mentorId, first }: Crossing): Promise<number> {
  let wrong = 0
  const listed = async () => {
    const { body } = await send(url, 'GET', `/api/search-schedule/${typeId}?date=${date}`)
    const { schedules } = body as unknown as { schedules: { slots: (Loose & { schedule_id: string; mentor: Loose })[] }[] }
    return schedules
      .flatMap(({ slots }) => slots)
      .filter(({ mentor, starts_at }) => mentor.id === mentorId && localOf(Date.parse(starts_at)) >= `${date}T09:00`)
  }
  const expected = slotsBetween(`${date}T09:00`, `${date}T12:00`)
  for (const [turn, from] of [change - minute, change + minute].entries()) {
    clock.move(from - clock.now())
    const slots = await listed()
    wrong += differences(
      expected,
      slots.map(({ starts_at }) => Date.parse(starts_at)),
    )
    const versions = await publishedVersions(url)
    const [one, other] = [await registerClient(url, first + 2 * turn, versions), await registerClient(url, first + 2 * turn + 1, versions)]
    const slot = slots[turn]!
    const request = { schedule_id: slot.schedule_id, mentor_id: mentorId, starts_at: slot.starts_at }
    const answers = await Promise.all([one, other].map(token => send(url, 'POST', '/api/appointments', { token, body: request })))
    const booked = answers.filter(({ status }) => status === 201).map(({ body }) => (body as unknown as Loose).starts_at)
    const refused = answers.filter(({ status }) => status === 409)
    const isRight = booked.length === 1 && refused.length === 1 && Date.parse(booked[0]!) === expected[turn]
    if (!isRight) wrong += 1
  }
  return wrong
}

/** The instants when a wall's clock in London is put, the next two. */
export function nextChanges(from: number): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).getTimeZoneTransition('next')!
  return [first, first.getTimeZoneTransition('next')!].map(({ epochMilliseconds }) => epochMilliseconds)
}

/** Every half hour from when the wall's clock first shows one time until it first shows another. */
function slotsBetween(from: string, to: string): number[] {
  const noon = Date.parse(`${from.slice(0, 10)}T12:00:00Z`)
  const first = (local: string) => {
    for (let at = noon - day; at < noon + day; at += minute) if (localOf(at) === local) return at
    throw new Error(`there is no ${local}`)
  }
  const [start, end] = [first(from), first(to)]
  return Array.from({ length: (end - start) / (30 * minute) }, (_, n) => start + n * 30 * minute)
}

/** How many are in one list and not in the other; each counts as often as it is there. */
function differences(one: readonly number[], other: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const at of one) counts.set(at, (counts.get(at) ?? 0) + 1)
  for (const at of other) counts.set(at, (counts.get(at) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}
