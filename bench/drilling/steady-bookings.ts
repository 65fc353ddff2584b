import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { send } from '#e2e/support/client.ts'
import type { Site } from './site.ts'
import { steadily, type Steady } from './steadily.ts'

/** One booking that was asked for, and what came of it. */
export interface Booking {
  url: string
  token: string
  body: Site['times'][number]
  key: string
  /** 0: no answer, because nobody was there or the connection broke. */
  status: number
  code: string
  /** Of the appointment that was acknowledged. */
  id: string | null
  /** From when it was due to the answer. */
  ms: number
}

/** Bookings that come at their own pace, whatever becomes of them. */
export interface SteadyBookings extends Steady {
  /** Those that were answered or failed, in that order. */
  done: Booking[]
  acknowledged(): Booking[]
}

interface Options {
  /** Bookings a second. */
  rate: number
  /** Where the next one goes, by its number. */
  url: (number: number) => string
  /** The number of the first time that is booked; the site's times follow one after the other. */
  firstTime: number
  /** How long an answer is waited for, in milliseconds. */
  patience?: number
}

/** Books one time after the other, each for another of the site's clients and with an idempotency key of its own. */
export function bookSteadily({ times, clients }: Site, { rate, url, firstTime, patience = 15_000 }: Options): SteadyBookings {
  const done: Booking[] = []
  const load = steadily(rate, (number, due) => {
    const body = times[firstTime + number]
    if (!body) throw new Error('all times are taken: the drill needs more of them')
    const { token } = clients[(firstTime + number) % clients.length]!
    const asked = { url: url(number), token, body, key: randomUUID() }
    return book(asked, patience).then(answer => void done.push({ ...asked, ...answer, ms: performance.now() - due }))
  })
  return { ...load, done, acknowledged: () => done.filter(({ status }) => status === 201) }
}

/** Asks for it, once; the same again with the same key is the same booking. */
export async function book(
  { url, token, body, key }: Pick<Booking, 'url' | 'token' | 'body' | 'key'>,
  patience: number,
): Promise<Pick<Booking, 'status' | 'code' | 'id'>> {
  const answer = await send(url, 'POST', '/api/appointments', { token, body, key, patience }).catch(() => undefined)
  return { status: answer?.status ?? 0, code: answer?.body.code ?? '', id: answer?.status === 201 ? (answer.body.id ?? null) : null }
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
