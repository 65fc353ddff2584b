import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Dice } from '../../../database/demo/random.ts'
import { send } from '../../../e2e/support/client.ts'
import { demoPassword, logIn } from '../../../e2e/support/people.ts'
import type { MovableClock } from './movable-clock.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * What ends by the clock: for how long it counts, how one is got, and whether it still counts, which uses it up.
 */
interface Kind {
  term: number
  make(url: string, number: number): Promise<(url: string) => Promise<boolean>>
}

type Loose = Record<string, string>
const post = async (url: string, path: string, body: object, token?: string) => {
  const answer = await send(url, 'POST', path, { body, ...(token && { token }) })
  return { status: answer.status, body: answer.body as unknown as Loose }
}
const phoneOf = (number: number) => `+44790${String(2_000_000 + number)}`
const isIn = (token: string) => async (url: string) => (await send(url, 'GET', '/api/my-profile', { token })).status === 200
const codeOf = async (url: string, phone: string) => {
  const { status, body } = await post(url, '/api/join', { phone })
  if (status !== 200 || !body.demo_code) throw new Error(`no code: ${status} ${body.code}`)
  return body.demo_code
}

const kinds: Record<string, Kind> = {
  code: {
    term: 5 * minute,
    async make(url, number) {
      const code = await codeOf(url, phoneOf(number))
      return async at => (await post(at, '/api/confirm', { phone: phoneOf(number), code })).status === 200
    },
  },
  'registration ticket': {
    term: 15 * minute,
    async make(url, number) {
      const phone = phoneOf(number)
      const { registration_ticket } = (await post(url, '/api/confirm', { phone, code: await codeOf(url, phone) })).body
      // An expired ticket is refused before the missing acceptances are.
      return async at => (await post(at, '/api/register', { registration_ticket, name: 'Ana' })).body.code !== 'ticket_expired'
    },
  },
  'mentor’s session at rest': { term: hour, make: async url => isIn((await logIn(url, 'mentor')).token) },
  'client’s session at rest': { term: 30 * day, make: async url => isIn((await logIn(url, 'client')).token) },
  'program’s token': {
    term: 30 * day,
    async make(url) {
      const { token } = await logIn(url, 'client')
      const made = await post(
        url,
        '/api/my-profile/tokens',
        { name: 'Drill', days: 30, scope: 'read', current_password: demoPassword },
        token,
      )
      return isIn(made.body.token!)
    },
  },
}

/** Nearer than this to its end, in milliseconds, nothing is asked: the drill itself takes time. */
const margin = 30 * second
const jumps = [-3 * day, -26 * hour, -hour, -4 * minute, -20 * second, 2 * minute, hour, 26 * hour]

export interface Ends {
  asked: number
  /** Still counted after their term. */
  livedLonger: number
  /** Did not count within its lifetime, although the clock was not put forward. */
  diedEarly: number
}

/**
 * Of each kind two, again and again: time passes, and now and then the clock is put back or forward; just before
 * it expires by an unchanged clock, one is used, and the other one just after.
 */
export async function tryTerms(
  { url, database, clock, dice }: { url: string; database: pg.Client; clock: MovableClock; dice: Dice },
  rounds: number,
): Promise<Ends> {
  const ends = { asked: 0, livedLonger: 0, diedEarly: 0 }
  /** Each request reads the clock; a jump between requests has no effect. */
  const look = () => send(url, 'GET', '/api/show-list')
  const move = async (ms: number) => {
    clock.move(ms)
    await look()
  }
  let setBack = false
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [name, { term, make }]] of Object.entries(kinds).entries()) {
      const number = (round * 10 + at) * 2
      const within = await make(url, number)
      const after = await make(url, number + 1)
      // What is written while the server follows the clock is put right a second later. Here minutes pass at once.
      if (setBack) await putRight(database, clock.now())
      setBack = false
      const began = performance.now()
      let left = term - margin
      let forward = 0
      const put: number[] = []
      for (let step = dice.between(1, 3); step > 0; step -= 1) {
        const passes = Math.floor((left * dice.between(0, 100)) / 100)
        left -= passes
        await move(passes)
        const jump = dice.pick(jumps)
        put.push(jump)
        forward = Math.max(forward, jump)
        // Followed, or not yet: both must be right.
        const followed = jump < 0 && dice.chance(0.4) ? await markTicket(database, clock.now()) : null
        setBack ||= jump < 0
        await move(jump)
        await followed?.()
      }
      await move(left)
      const inTime = performance.now() - began < margin
      const counts = inTime && (await within(url))
      if (inTime && forward === 0 && !counts) ends.diedEarly += 1
      await move(2 * margin)
      const still = await after(url)
      if (still) ends.livedLonger += 1
      ends.asked += 2
      const asWords = put.map(ms => `${ms > 0 ? '+' : ''}${ms / minute} min`).join(', ')
      if (still || (!counts && forward === 0))
        console.log(`${name}, clock put ${asWords}: ${still ? 'counted after its term' : 'did not count within its term'}`)
    }
  }
  return ends
}

/** An unused ticket. Returns a function that waits, at most 5 s, until the server has shortened its lifetime. */
async function markTicket(database: pg.Client, now: number): Promise<() => Promise<void>> {
  const ticket = await makeTicket(database, now)
  const first = await ticket.end()
  return () => waitUntil(async () => (await ticket.end()) !== first)
}

/** Waits, at most 5 s, until the server has put right what was written in the future. Only then does a ticket end soon. */
async function putRight(database: pg.Client, now: number): Promise<void> {
  const ticket = await makeTicket(database, now)
  const first = (await ticket.end()) ?? 0
  await waitUntil(async () => ((await ticket.end()) ?? 0) < first - (180 * day) / second)
}

/** An unused ticket that ends in a year, and when it does, in seconds since 1970. */
async function makeTicket(database: pg.Client, now: number) {
  const hash = randomBytes(32)
  await database.query(`INSERT INTO registration_tickets (token_hash, phone, expires_at) VALUES ($1, '+447900000000', $2)`, [
    hash,
    new Date(now + 365 * day),
  ])
  return {
    async end(): Promise<number | undefined> {
      const { rows } = await database.query<{ end: string }>(
        'SELECT extract(epoch FROM expires_at)::text AS end FROM registration_tickets WHERE token_hash = $1',
        [hash],
      )
      return rows[0] && Number(rows[0].end)
    },
  }
}

async function waitUntil(done: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 100 && !(await done()); turn += 1) await pause(50)
}
