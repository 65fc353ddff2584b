import { setTimeout as pause } from 'node:timers/promises'
import type { Login } from '#contract/people.ts'

export interface Answer {
  status: number
  body: { id?: string; code?: string; reason?: string; nearest?: unknown[] }
  /** In seconds, as the header says. */
  retryAfter: string | null
  ms: number
}

/**
 * Sends one HTTP request and measures the time until the whole answer is read. `timeoutMs`: how long it waits; unless given, as long as `fetch` does.
 */
export async function send(
  url: string,
  method: string,
  path: string,
  { token, body, key, timeoutMs }: { token?: string; body?: unknown; key?: string; timeoutMs?: number } = {},
): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: JSON.parse(text) as Answer['body'],
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - start,
  }
}

/** The same, and comes again for as long as it is told to: a server next to other tests may have no connection free. */
export async function sendWithRetries(...request: Parameters<typeof send>): Promise<Answer> {
  const answer = await send(...request)
  if (answer.status !== 503 || answer.retryAfter === null) return answer
  await pause(Number(answer.retryAfter) * 1000)
  return sendWithRetries(...request)
}

type Loose = Record<string, string>

/**
 * Registers a new client of the demo with a phone of their own, as a person would: code, ticket, name, contracts.
 */
export async function registerLogin(url: string, number: number, versionIds: string[]): Promise<Login> {
  const phone = `+447911${String(100_000 + number)}`
  const { body: joined } = await sendWithRetries(url, 'POST', '/api/join', { body: { phone } })
  const { body: confirmed } = await sendWithRetries(url, 'POST', '/api/confirm', {
    body: { phone, code: (joined as unknown as Loose).demo_code },
  })
  const register = (accepted_version_ids: string[]) =>
    sendWithRetries(url, 'POST', '/api/register', {
      body: {
        registration_ticket: (confirmed as unknown as Loose).registration_ticket,
        name: `Contender ${number}`,
        accepted_version_ids,
      },
    })
  const first = await register(versionIds)
  // A version that another test has published meanwhile: a person is asked again, too.
  const missing = (first.body as unknown as { contracts?: string[] }).contracts
  const { status, body } = missing ? await register([...versionIds, ...missing]) : first
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
  return body as unknown as Login
}

/** The same, and answers the token alone. */
export const registerClient = async (url: string, number: number, versionIds: string[]): Promise<string> =>
  (await registerLogin(url, number, versionIds)).token

/** The published contract versions to accept; with a purpose, only those that it requires. */
export async function publishedVersions(url: string, purpose?: 'registration' | 'booking'): Promise<string[]> {
  const { body } = await send(url, 'GET', '/api/show-list')
  return Object.values(body as unknown as Record<string, { version_id: string; required_for: string | null } | null>).flatMap(contract =>
    contract && (purpose === undefined || contract.required_for === purpose) ? [contract.version_id] : [],
  )
}

export interface FreeTime {
  schedule_id: string
  starts_at: string
  mentor_id: string
}

/**
 * Free times with one seat, of the first support type, at least `daysAhead` days ahead (2: a client can still
 * cancel).
 */
export async function freeTimes(url: string, wanted: number, daysAhead = 2): Promise<{ supportTypeId: string; times: FreeTime[] }> {
  const { body: history } = await send(url, 'GET', '/api/previous-history')
  const supportTypeId = (history as unknown as { support_types: { id: string }[] }).support_types[0]!.id
  const { body: search } = await send(url, 'GET', `/api/search-schedule/${supportTypeId}`)
  const soon = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const times: FreeTime[] = []
  for (const { date, free } of (search as unknown as { days: { date: string; free: number }[] }).days) {
    if (free === 0 || date <= soon) continue
    times.push(...(await freeTimesOf(url, supportTypeId, date)))
    if (times.length >= wanted) break
  }
  return { supportTypeId, times: times.slice(0, wanted) }
}

/** The free one-seat times of one day. */
export async function freeTimesOf(url: string, supportTypeId: string, date: string): Promise<FreeTime[]> {
  const { body } = await send(url, 'GET', `/api/search-schedule/${supportTypeId}?date=${date}`)
  const { schedules } = body as unknown as {
    schedules: { slots: { schedule_id: string; starts_at: string; mentor: { id: string }; seats: number; free: number }[] }[]
  }
  return schedules
    .flatMap(({ slots }) => slots)
    .filter(({ seats, free }) => seats === 1 && free === 1)
    .map(({ schedule_id, starts_at, mentor }) => ({ schedule_id, starts_at, mentor_id: mentor.id }))
}
