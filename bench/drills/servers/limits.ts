import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { RunningProduct } from '../../../e2e/support/start-product.ts'
import { send } from '../../../e2e/support/client.ts'
import type { Site } from '../../drill-support/site.ts'

/** The limits in `server/features/sessions/routes.ts` and of all requests. */
export const limits = { logins: 40, tries: 5, requests: 1200 }

/** How many two servers together let through. */
export type LetThrough = Record<keyof typeof limits, number>

/**
 * Asks two servers that limit requests, in turn and at once. They are started for it: a minute's window began with
 * their first request.
 */
export async function askTooMuch({ product, database }: Site): Promise<LetThrough> {
  const servers: RunningProduct[] = []
  try {
    for (let count = 0; count < 2; count += 1) servers.push(await product.addServer({ OPENHOUR_RATE_LIMIT: 'on' }))
    const urls = servers.map(({ url }) => url) as [string, string]
    const inTurn = (number: number) => urls[number % 2]!
    const guess = { body: { phone: 'unknown', password: 'guess' } }
    const guesses = await Promise.all(
      Array.from({ length: limits.logins + 20 }, (_, number) => send(inTurn(number), 'POST', '/api/login', guess)),
    )
    return {
      logins: guesses.filter(({ status }) => status === 401).length,
      tries: await tryCodes(inTurn),
      requests: await askEverywhere(database, urls),
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/**
 * As many wrong codes as may be tried, at both in turn; then the right one at both. Answers how many were looked
 * at.
 */
async function tryCodes(inTurn: (number: number) => string): Promise<number> {
  const phone = '+447911199999'
  const { body } = await send(inTurn(0), 'POST', '/api/join', { body: { phone } })
  const right = (body as unknown as { demo_code: string }).demo_code
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  for (let number = 0; number < limits.tries; number += 1) {
    const { status } = await send(inTurn(number), 'POST', '/api/confirm', { body: { phone, code: wrong } })
    if (status !== 422) throw new Error(`a wrong code was answered ${status}`)
  }
  const late = await Promise.all([0, 1].map(number => send(inTurn(number), 'POST', '/api/confirm', { body: { phone, code: right } })))
  return limits.tries + late.filter(({ status }) => status === 200).length
}

/**
 * For how long it is waited until the servers have told each other, which they do every second, in milliseconds.
 */
const timeoutMs = 8000

/**
 * Uses up most of a minute's requests at both servers, waits until these have told each other, and asks on until
 * both refuse. Answers how many were let through. Up to then both have counted what was asked before in the same
 * minute.
 */
async function askEverywhere(database: pg.Client, [first, second]: readonly [string, string]): Promise<number> {
  const ask = async (url: string, count: number): Promise<number> => {
    let through = 0
    for (let asked = 0; asked < count; asked += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(url, 'GET', '/api/health/live')))
      through += answers.filter(({ status }) => status === 200).length
    }
    return through
  }
  let through = 0
  const askAndReport = async (url: string, count: number) => {
    through += await ask(url, count)
    for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(50)) {
      const { rows } = await database.query<{ count: number }>("SELECT count FROM request_counts WHERE key = '127.0.0.1'")
      if ((rows[0]?.count ?? 0) >= through) return
    }
  }
  await askAndReport(first, 700)
  await askAndReport(second, 400)
  // It tells the next ones only once it has read what the database answered to these: that the first one had asked
  // 700.
  await askAndReport(second, 20)
  await askAndReport(second, 280)
  // The first one learns of these when it tells of its own next ones: that the database has them does not say that
  // it has read the answer.
  await askAndReport(first, 50)
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(50)) {
    const { status } = await send(first, 'GET', '/api/health/live')
    if (status !== 200) break
    through += 1
  }
  return through + (await ask(first, 300))
}
