import { quantile } from '../../measuring/report.ts'
import { addressIn, type Answer, postWithRetries } from './from-address.ts'

/** Answers about known and about unknown numbers. */
export interface Comparison {
  /** What differs, in words. */
  differences: string[]
  /** Median times of `POST /api/join`, in milliseconds. */
  known: number
  unknown: number
}

/** Seconds in an answer may differ by this much, because the two requests are not made at the same moment. */
const tolerated = 2

/**
 * Asks the same about each known number and an unknown one, from one address: a code, the code again, a
 * wrong code, a wrong password.
 */
export async function compareAnswers(
  url: string,
  network: number,
  known: readonly string[],
  unknown: readonly string[],
): Promise<Comparison> {
  const differences: string[] = []
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [index, phone] of known.entries()) {
    const from = addressIn(network, 1 + index)
    const other = unknown[index] ?? ''
    // In turn one or the other comes first, so that neither is always the one that warms up.
    const asked =
      index % 2 === 0
        ? { known: await askAbout(from, url, phone), unknown: await askAbout(from, url, other) }
        : { unknown: await askAbout(from, url, other), known: await askAbout(from, url, phone) }
    for (const [step, answer] of asked.known.entries()) differences.push(...describeDifference(step, answer, asked.unknown[step]!))
    for (const side of ['known', 'unknown'] as const) times[side].push(asked[side][0]!.ms)
  }
  const median = (values: number[]) =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.5,
    )
  return { differences, known: median(times.known), unknown: median(times.unknown) }
}

const steps = ['join', 'join again', 'confirm', 'login']

async function askAbout(from: string, url: string, phone: string): Promise<Answer[]> {
  const first = await postWithRetries(from, `${url}/api/join`, { phone })
  const again = await postWithRetries(from, `${url}/api/join`, { phone })
  const guess = await postWithRetries(from, `${url}/api/confirm`, { phone, code: '000000', join_ticket: again.body.join_ticket ?? '' })
  const login = await postWithRetries(from, `${url}/api/login`, { phone, password: 'a password of no one at all' })
  return [first, again, guess, login]
}

function describeDifference(step: number, known: Answer, unknown: Answer): string[] {
  const [one, other] = [shapeOf(known), shapeOf(unknown)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter(part => !isAlike(one[part], other[part]))
    .map(part => `${steps[step]}: ${part} is ${String(one[part])} for a known number, ${String(other[part])} for an unknown one`)
}

const isAlike = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) <= tolerated : one === other

/** Every part of an answer that two alike requests must have in common. Of what is random, that is the length. */
function shapeOf({ status, headers, body }: Answer): Record<string, unknown> {
  const parts = Object.entries(body).map(([key, value]) => [key, random.has(key) ? String(value).length : value])
  return { 'the status': status === 0 ? 'none' : String(status), 'the list of headers': headers.join(' '), ...Object.fromEntries(parts) }
}
const random = new Set(['join_ticket', 'request_id'])
