import type { CallName } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { defaultLanguage } from '#contract/languages.ts'
import type { Problem } from '#contract/problem.ts'
import { makeSession } from '#database/factories.ts'
import { registerFeatures } from '../features.ts'
import { readLegalKeys } from '../features/site/queries.ts'
import { makePageFinder } from '../page-paths.ts'
import { type Settings, readSettings } from '../platform/config.ts'
import type { Connection } from '../platform/database/connection.ts'
import { createHttp } from '../platform/http/app.ts'
import { chooseLanguages } from '../platform/http/content-language.ts'
import { limitRequestRate } from '../platform/http/rate-limit.ts'
import { serveMetrics } from '../platform/http/metrics.ts'
import { servePages } from '../platform/http/pages.ts'
import type { Platform } from '../platform/http/platform.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { keyOf } from '../platform/secrets/key-file.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { createTestDatabase } from './database.ts'

/** The same for every test app: several are servers of one organisation. */
export const testSecrets = openSecretBox([keyOf(Buffer.alloc(32, 7).toString('base64'))])

interface Sending {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}
/** An answer whose body a test reads as it pleases. */
export interface TestAnswer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects by asserting it
  body: any
  problem: Problem
  headers: Record<string, string | string[] | number | undefined>
}

export interface TestApp {
  /** Where its database is. */
  url: string
  db: Connection
  clock: { now(): Date; set(instant: string): void; advance(ms: number): void }
  http: Awaited<ReturnType<typeof createHttp>>
  platform: Platform
  /** Makes a call of the contract by its name. */
  request(name: keyof Calls, sending?: Sending): Promise<TestAnswer>
  /** A token for a person. */
  signIn(user: { id: string }): Promise<string>
  close(): Promise<void>
}

/**
 * Starts the whole API on a new database, with a clock that tests control; or, with `databaseOf`, as a
 * second server on the database of another test app (close it before that one). `pages`: the folder of a build.
 */
export async function startTestApp({
  now = '2026-11-20T09:00:00Z',
  env = {} as Record<string, string>,
  databaseOf = undefined as Pick<TestApp, 'url'> | undefined,
  pages = import.meta.dirname,
} = {}): Promise<TestApp> {
  const read = readSettings({ OPENHOUR_LOG_LEVEL: 'silent', OPENHOUR_RATE_LIMIT: 'off', ...env })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const settings: Settings = read.settings
  let instant = new Date(now)
  const clock = {
    now: () => instant,
    set: (text: string) => void (instant = new Date(text)),
    advance: (ms: number) => void (instant = new Date(instant.getTime() + ms)),
  }
  const database = databaseOf ? { url: databaseOf.url, drop: async () => {} } : await createTestDatabase()
  const { platform, close } = await openPlatform(database.url, { clock, settings, secrets: testSecrets })
  const { db } = platform
  const http = await createHttp({ settings })
  // No statement from time to time: tests compare what requests do.
  chooseLanguages({ http, platform }, async () => defaultLanguage)
  limitRequestRate({ http, platform })
  serveMetrics({ http, platform })
  await registerFeatures({ http, platform })
  await servePages(
    http,
    pages,
    makePageFinder(() => readLegalKeys(platform.db)),
  )
  await http.ready()

  return {
    url: database.url,
    db,
    clock,
    http,
    platform,
    async request(name, { params = {}, query = {}, body, token, headers = {} } = {}) {
      const [method, path] = (name as CallName).split(' ') as ['GET', string]
      const url = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
      // Tests change the database behind the server's back, and its notice of that may still be on the way.
      platform.cache.invalidate()
      const answer = await http.inject({
        method,
        url,
        query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      const json = /json/.test(String(answer.headers['content-type'])) ? answer.json() : answer.body
      return { status: answer.statusCode, body: json, problem: json as Problem, headers: answer.headers }
    },
    signIn: user => makeSession(db, user.id, instant),
    async close() {
      await http.close()
      await close()
      await database.drop()
    },
  }
}
