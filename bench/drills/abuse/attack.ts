import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../../drill-support/site.ts'
import { addressIn, isBusy, openStream, postFrom } from './from-address.ts'

/** Neighbours that ask at the same moment. */
const concurrency = 20
const guessesPerTicket = 5
/** Unknown numbers that each address asks codes for. */
const strangersPerAddress = 3
/**
 * Sign-ins that each address begins and leaves: by passkey, and at the identity provider. The
 * neighbours ask for half as many.
 */
export const begunPerAddress = { passkey: 6, provider: 4 }

interface Wanted {
  addresses: number
  /** In which they begin, one after the other. */
  seconds: number
  /** Addresses of one more network, which all ask for a code for one number. */
  neighbours: number
  /** Event streams that each address holds. */
  streams: number
  /** Whose number is attacked. */
  victim: string
  /** Whose password is guessed as well. */
  staff: string
}

export interface Attack {
  /** When every address has done its worst. */
  done: Promise<void>
  /** How many addresses have; infinite once all is over. */
  progress(): number
  /** Answers by what was asked and status. */
  answers: Map<string, number>
  /** Answers that are an error of the server. */
  errors(): number
  /** Answers that said to come again because the server was busy. */
  busy(): number
  streamsOpen(): number
  close(): void
}

/**
 * Starts it: each address asks for codes for three unknown numbers, an unknown e-mail address and the
 * victim's number, uses up the tries of its ticket, begins sign-ins, guesses two passwords, and holds
 * event streams.
 */
export async function startAttack(site: Site, { addresses, seconds, neighbours, streams, victim, staff }: Wanted): Promise<Attack> {
  const { url } = site.product
  const { rows } = await site.database.query<{ id: string }>('SELECT id FROM support_types ORDER BY id LIMIT 1')
  const { rows: providers } = await site.database.query<{ id: string }>('SELECT id FROM identity_providers')
  const open: { close(): void }[] = []
  const answers = new Map<string, number>()
  let [errors, busy, opened, finished] = [0, 0, 0, 0]
  const note = (what: string, status: number, code: unknown = '') => {
    const words = `${what} ${status} ${String(code)}`.trim()
    answers.set(words, (answers.get(words) ?? 0) + 1)
    // The refusal for a spent budget is counted where a client meets it.
    if (isBusy(status, code)) busy += 1
    else if (status >= 500 && code !== 'codes_spent') errors += 1
  }
  const ask = async (
    from: string,
    what: 'join' | 'confirm' | 'login' | 'login/passkey/options' | `login/provider/${string}`,
    body: object,
  ) => {
    const answer = await postFrom(from, `${url}/api/${what}`, body)
    note(what.startsWith('login/provider') ? 'login/provider' : what, answer.status, answer.body.code)
    return answer
  }
  const beginSignIns = async (from: string, share: number) => {
    for (let n = 0; n < share * begunPerAddress.passkey; n += 1) await ask(from, 'login/passkey/options', {})
    for (let n = 0; n < share * begunPerAddress.provider; n += 1) await ask(from, `login/provider/${providers[0]?.id}`, {})
  }
  const attackFrom = async (number: number) => {
    const from = addressIn(number)
    for (let n = 0; n < strangersPerAddress; n += 1) await ask(from, 'join', { phone: strangerPhone(number * strangersPerAddress + n) })
    const { body } = await ask(from, 'join', { phone: victim })
    const join_ticket = String(body.join_ticket)
    for (let guess = 0; guess < guessesPerTicket; guess += 1)
      await ask(from, 'confirm', { phone: victim, code: String(guess).padStart(6, '0'), join_ticket })
    await ask(from, 'join', { email: `stranger.${number}@example.org` })
    await beginSignIns(from, 1)
    for (const phone of [victim, staff]) await ask(from, 'login', { phone, password: 'not the right password' })
    for (let stream = 0; stream < streams; stream += 1) {
      const one = await openStream(from, `${url}/api/search-schedule/${rows[0]?.id}/live`)
      // Its body is not read: a stream is refused with 503 only where the server is busy.
      note('stream', one.status, one.status === 503 ? 'unavailable' : '')
      if (one.status === 200) opened += 1
      open.push(one)
    }
    finished += 1
  }
  const askAsNeighbour = async (n: number) => {
    await ask(addressIn(0, n), 'join', { phone: strangerPhone(0) })
    await beginSignIns(addressIn(0, n), 0.5)
  }

  const run = async () => {
    try {
      await inTurn(addresses, (seconds * 1000) / addresses, attackFrom)
      await inGroups(neighbours, askAsNeighbour)
    } finally {
      finished = Infinity
    }
  }
  return {
    done: run(),
    progress: () => finished,
    answers,
    errors: () => errors,
    busy: () => busy,
    streamsOpen: () => opened,
    close: () => open.forEach(one => one.close()),
  }
}

/** A number of no one's. */
export const strangerPhone = (n: number): string => `${strangerPrefix}${String(n).padStart(6, '0')}`
export const strangerPrefix = '+447904'

async function inTurn(count: number, betweenMs: number, work: (number: number) => Promise<unknown>): Promise<void> {
  const all = Array.from({ length: count }, async (_, index) => {
    await pause(index * betweenMs)
    await work(index + 1)
  })
  await Promise.all(all)
}

async function inGroups(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= count; first += concurrency) {
    const numbers = Array.from({ length: Math.min(concurrency, count - first + 1) }, (_, index) => first + index)
    await Promise.all(numbers.map(work))
  }
}
