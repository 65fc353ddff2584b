import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../../drill-support/site.ts'
import type { Gateway } from '../../../e2e/support/sms-gateway.ts'
import { postWithRetries } from './from-address.ts'

/** `locked`: a code arrived and did not let its owner in. */
export type Outcome = 'in' | 'no code' | 'locked'

/** Where people are, and where their codes arrive. */
export interface Ground {
  site: Site
  gateway: Gateway
  /** Codes that were used, by the ids of their messages. */
  used: Set<string>
}

/** Milliseconds until a code must have arrived. */
const maxGuessingMs = 10_000
/** Codes on a phone that its owner tries, newest first. */
const codesTried = 3

/** Numbers of existing clients. */
export async function readPhones({ database }: Site, count: number): Promise<string[]> {
  const { rows } = await database.query<{ phone: string }>(
    `SELECT u.phone FROM users u JOIN supply_clients c ON c.id = u.id WHERE u.active AND u.phone IS NOT NULL ORDER BY c.n LIMIT $1`,
    [count],
  )
  if (rows.length < count) throw new Error(`${rows.length} people with a number, and ${count} are needed`)
  return rows.map(({ phone }) => phone)
}

/**
 * A client joins from an address with the newest code on their phone. A living code that a stranger's
 * request brought counts as well: the ticket is of the client's own request.
 */
export async function join({ site, gateway, used }: Ground, from: string, phone: string): Promise<Outcome> {
  const url = `${site.product.url}/api`
  const asked = await postWithRetries(from, `${url}/join`, { phone })
  if (asked.status !== 200) return 'no code'
  const tried = new Set<string>()
  for (const end = performance.now() + maxGuessingMs; performance.now() < end && tried.size < codesTried;) {
    const code = codesOf(gateway, phone).find(({ id }) => !used.has(id) && !tried.has(id))
    if (!code) {
      await pause(50)
      continue
    }
    tried.add(code.id)
    const { status, body } = await postWithRetries(from, `${url}/confirm`, {
      phone,
      code: code.digits,
      join_ticket: asked.body.join_ticket,
    })
    if (status !== 200 || typeof body.token !== 'string') continue
    used.add(code.id)
    return 'in'
  }
  return tried.size === 0 ? 'no code' : 'locked'
}

/** Codes that reached a phone, newest first. */
export const codesOf = ({ arrived }: Gateway, phone: string): { id: string; digits: string }[] =>
  [...arrived.values()]
    .flatMap(({ id, to, text }) => {
      const digits = to === phone ? /code[^\d]*(\d{6})\b|\b(\d{6})\b[^\d]*code/i.exec(text) : null
      return digits ? [{ id, digits: digits[1] ?? digits[2] ?? '' }] : []
    })
    .toReversed()
