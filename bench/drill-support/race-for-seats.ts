import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'

/** One request for a seat. */
export interface Attempt {
  method: 'POST' | 'PUT'
  path: string
  token: string
  body: unknown
}

/** A race for seats: all attempts, grouped by seat. */
export interface Race {
  attempts: Attempt[][]
  /** With this status the seat, or what was to be done once, is theirs. */
  won: number
  /**
   * Whether two winning answers about the same appointment are two winners: where the same thing may not be done
   * twice, not asked for twice.
   */
  countsAnswers?: true
  /** The codes of a clear refusal here. */
  refusals: readonly string[]
}

export interface Outcome {
  /** Seats with one winner. */
  once: number
  winners: number
  refused: number
  /** Answers of 503 that said when to come again, as was then done. */
  postponed: number
  /** Other answers of 500 and above. */
  failed: number
  /** Answers below 500 that are not one of the expected refusals. */
  other: number
  /** Both of these, in words, and how often. */
  unclear: Map<string, number>
  ms: number
}

/** As many connections: with 50 contenders the attempts for five seats are under way at once. */
const connections = 250

/**
 * Sends the attempts for each seat together, in turn to each of the servers, and those for the next seat right
 * behind them.
 */
export async function raceForSeats(urls: readonly string[], { attempts, won, countsAnswers, refusals }: Race): Promise<Outcome> {
  const pools = urls.map(url => new Pool(url, { connections: connections / urls.length, pipelining: 1 }))
  const outcome: Outcome = { once: 0, winners: 0, refused: 0, postponed: 0, failed: 0, other: 0, unclear: new Map(), ms: 0 }
  const start = performance.now()
  await Promise.all(
    attempts.map(async contenders => {
      const answers = await Promise.all(
        contenders.map((attempt, index) => send(pools[index % pools.length]!, attempt, () => (outcome.postponed += 1))),
      )
      const winning = answers.filter(({ status }) => status === won)
      const winners = countsAnswers ? winning.length : new Set(winning.map(({ id }) => id)).size
      outcome.winners += winners
      if (winners === 1) outcome.once += 1
      for (const { status, code } of answers) {
        if (status === won) continue
        if (status < 500 && refusals.includes(code)) outcome.refused += 1
        else {
          outcome[status >= 500 ? 'failed' : 'other'] += 1
          outcome.unclear.set(`${status} ${code}`, (outcome.unclear.get(`${status} ${code}`) ?? 0) + 1)
        }
      }
    }),
  )
  outcome.ms = performance.now() - start
  await Promise.all(pools.map(pool => pool.close()))
  return outcome
}

/** Comes again as often as it is told to, and reports each time to `onPostponed`. */
async function send(pool: Pool, attempt: Attempt, onPostponed: () => void): Promise<{ status: number; code: string; id: string }> {
  const { method, path, token, body } = attempt
  const {
    statusCode,
    headers,
    body: answer,
  } = await pool.request({
    method,
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const again = Number(headers['retry-after'])
  if (statusCode === 503 && again > 0) {
    onPostponed()
    await answer.dump()
    await pause(again * 1000)
    return send(pool, attempt, onPostponed)
  }
  const { code = '', id = '' } = (await answer.json()) as { code?: string; id?: string }
  return { status: statusCode, code, id }
}
