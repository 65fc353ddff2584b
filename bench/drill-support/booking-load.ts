import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { send } from '../../e2e/support/client.ts'
import type { Site } from './site.ts'
import { startConstantLoad, type Load, type LoadAnswer } from './constant-load.ts'

/** One booking that was asked for, and what came of it. */
export interface Booking extends Asked, LoadAnswer {
  /** Of the appointment that was acknowledged. */
  id: string | null
}

interface Asked {
  url: string
  token: string
  body: Site['times'][number]
  key: string
}

/** Bookings that come at their own pace, whatever becomes of them. */
export interface BookingLoad extends Load<Booking> {
  acknowledged(): Booking[]
}

interface Options {
  /** Bookings a second. */
  rate: number
  /** Where the next one goes, by its number. */
  url: (number: number) => string
  /** The number of the first time that is booked; the site's times follow one after the other. */
  firstTime: number
}

/** How long drills wait for an answer, in milliseconds. */
export const answerMs = 15_000

/**
 * Books one time after the other, each for another of the site's clients and with an idempotency key of its own.
 */
export function startBookingLoad({ times, clients }: Site, { rate, url, firstTime }: Options): BookingLoad {
  const load = startConstantLoad(rate, async number => {
    const body = times[firstTime + number]
    if (!body) throw new Error('all times are taken: the drill needs more of them')
    const { token } = clients[(firstTime + number) % clients.length]!
    const asked = { url: url(number), token, body, key: randomUUID() }
    return { ...asked, ...(await book(asked, answerMs)) }
  })
  return { ...load, acknowledged: () => load.done.filter(({ status }) => status === 201) }
}

/** Asks for it, once; the same again with the same key is the same booking. */
export async function book(
  { url, token, body, key }: Asked,
  timeoutMs: number,
): Promise<Pick<Booking, 'status' | 'code' | 'retryAfter' | 'id'>> {
  const answer = await send(url, 'POST', '/api/appointments', { token, body, key, timeoutMs }).catch(() => undefined)
  const { status = 0, retryAfter = null } = answer ?? {}
  return { status, code: answer?.body.code ?? '', retryAfter, id: status === 201 ? (answer?.body.id ?? null) : null }
}

/** So many at once: the server would take more, but this is no rush. */
const atOnce = 20

/** Asks again for what was not acknowledged, with the same keys, as pages do; answers what came of it. */
export async function bookAgain<One extends Asked>(url: string, bookings: readonly One[]) {
  const again: (One & Awaited<ReturnType<typeof book>>)[] = []
  for (let first = 0; first < bookings.length; first += atOnce) {
    const some = bookings
      .slice(first, first + atOnce)
      .map(async booking => ({ ...booking, ...(await book({ ...booking, url }, answerMs)) }))
    again.push(...(await Promise.all(some)))
  }
  return again
}

/** How many of the acknowledged bookings the database does not have as they were acknowledged. */
export async function countLost(database: pg.Client, bookings: readonly Booking[]): Promise<number> {
  const { rows } = await database.query<{ lost: string }>(
    `SELECT count(*) AS lost FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) w (id, schedule_id, mentor_id, starts_at)
      WHERE NOT EXISTS (SELECT 1 FROM appointments a
        WHERE a.id = w.id AND holds_seat(a.status) AND (a.schedule_id, a.mentor_id, a.starts_at) = (w.schedule_id, w.mentor_id, w.starts_at))`,
    [
      bookings.map(({ id }) => id),
      bookings.map(({ body }) => body.schedule_id),
      bookings.map(({ body }) => body.mentor_id),
      bookings.map(({ body }) => body.starts_at),
    ],
  )
  return Number(rows[0]?.lost)
}
