import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { removeOldCounts } from './request-count-commands.ts'
import { addressOf } from './network-address.ts'

const limited = { OPENHOUR_RATE_LIMIT: 'on' }

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await startTestApp({ env: limited })
  second = await startTestApp({ env: limited, databaseOf: first })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

/** Each test uses a new network. */
let house = 0
let address = ''
beforeEach(() => {
  house += 1
  address = `2001:db8:${house}::1`
})
afterEach(() => {
  for (const app of [first, second]) app.clock.set('2026-11-20T09:00:00Z')
})

const ask = async (app: TestApp, url = '/api/health/live', from = address) => {
  const answer = await app.http.inject({ url, remoteAddress: from })
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']), problem: answer.json() as { code?: string } }
}
const logIn = async (app: TestApp, from = address) => {
  const payload = { phone: 'unknown', password: 'nothing' }
  const answer = await app.http.inject({ method: 'POST', url: '/api/login', payload, remoteAddress: from })
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']), problem: answer.json() as { code?: string } }
}
const counted = async (key: string) =>
  (await sql<{ count: number }>`SELECT count FROM request_counts WHERE key = ${key}`.execute(first.db)).rows[0]?.count

describe('a call with its own limit', () => {
  it('counts together on all servers, also where all ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => logIn(index % 2 === 0 ? first : second)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(40)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ retryAfter: 900, problem: { code: 'too_many_requests' } })
    expect((await logIn(second)).status).toBe(429)
    expect((await logIn(first, '198.51.100.9')).status).toBe(401)
  })

  it('is answered again when its minutes are over, on every server', async () => {
    for (let index = 0; index < 40; index += 1) await logIn(first)
    expect((await logIn(second)).status).toBe(429)
    for (const app of [first, second]) app.clock.advance(899_000)
    expect(await logIn(second)).toMatchObject({ status: 429, retryAfter: 1 })
    for (const app of [first, second]) app.clock.advance(1000)
    expect((await logIn(second)).status).toBe(401)
    expect((await logIn(first)).status).toBe(401)
    expect(await counted(`POST /api/login ${addressOf(address)}`)).toBe(2)
  })

  it('counts requests over the limit without the database', async () => {
    for (let index = 0; index < 45; index += 1) await logIn(first)
    expect(await counted(`POST /api/login ${addressOf(address)}`)).toBe(40)
  })
})

describe('a wider network', () => {
  const limit = { max: 20, minutes: 15, day: 50, network: { max: 40, day: 100 } }
  /** How many of the requests from an address are accepted. */
  const through = async (ip: string, count: number) => {
    const waits: (number | null)[] = []
    for (let index = 0; index < count; index += 1) waits.push(await first.platform.limits.admit(ip, 'a call', limit))
    return waits.filter(wait => wait === null).length
  }

  it('shares a budget: addresses of one /24 do not multiply it, and other networks have their own', async () => {
    expect([await through('198.51.100.1', 25), await through('198.51.100.2', 15), await through('198.51.100.3', 15)]).toEqual([20, 15, 5])
    expect(await second.platform.limits.admit('198.51.100.4', 'a call', limit)).toBe(900)
    expect(await through('198.51.101.1', 5)).toBe(5)
  })

  it('is a /48 for IPv6', async () => {
    expect([await through('2001:db8:ff:1::1', 25), await through('2001:db8:ff:2::1', 15), await through('2001:db8:ff:3::1', 15)]).toEqual([
      20, 15, 5,
    ])
    expect(await through('2001:db8:fe:1::1', 5)).toBe(5)
  })

  it('has a budget of the day, and so has each address', async () => {
    const counts: number[] = []
    for (let quarter = 0; quarter < 4; quarter += 1) {
      counts.push(await through('203.0.113.9', 25), await through('203.0.113.10', 25))
      first.clock.advance(900_000)
    }
    expect(counts).toEqual([20, 20, 20, 20, 10, 10, 0, 0])
    expect(await through('203.0.113.11', 5)).toBe(0)
    first.clock.advance(23 * 3_600_000)
    expect(await through('203.0.113.9', 5)).toBe(5)
  })
})

describe('all requests together', () => {
  it('are counted by each server, and added up for busy addresses', async () => {
    for (let index = 0; index < 700; index += 1) expect((await ask(first)).status).toBe(200)
    for (let index = 0; index < 400; index += 1) expect((await ask(second)).status).toBe(200)
    await first.platform.limits.exchange()
    await second.platform.limits.exchange()
    expect(await counted(addressOf(address))).toBe(1100)
    for (let index = 0; index < 100; index += 1) expect((await ask(second)).status).toBe(200)
    expect(await ask(second)).toMatchObject({ status: 429, retryAfter: 60, problem: { code: 'too_many_requests' } })
    await second.platform.limits.exchange()
    expect((await ask(first)).status).toBe(200)
    await first.platform.limits.exchange()
    expect((await ask(first)).status).toBe(429)
    expect((await ask(first, '/', address)).status).toBe(429)
    expect((await ask(first, '/api/nothing', address)).status).toBe(429)
    for (const app of [first, second]) app.clock.advance(60_000)
    expect((await ask(first)).status).toBe(200)
    expect((await ask(second)).status).toBe(200)
  })

  it('cost the database nothing where they are few', async () => {
    for (let index = 0; index < 299; index += 1) await ask(first)
    await first.platform.limits.exchange()
    expect(await counted(addressOf(address))).toBeUndefined()
  })
})

describe('built files', () => {
  let folder: string
  let site: TestApp
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'openhour-build-'))
    await mkdir(path.join(folder, 'assets'))
    await writeFile(path.join(folder, 'index.html'), '<html></html>')
    await writeFile(path.join(folder, 'assets/app-1.js'), 'export {}')
    site = await startTestApp({ env: limited, databaseOf: first, pages: folder })
  })
  afterAll(async () => {
    await site.close()
    await rm(folder, { recursive: true })
  })
  const statusOf = async (url: string) => (await site.http.inject({ url, remoteAddress: address })).statusCode

  it('do not use up the requests of an address', async () => {
    for (let index = 0; index < 1199; index += 1) site.platform.limits.admitAny(address)
    const urls = ['/assets/app-1.js', '/assets/app-1.js', '/api/health/live', '/api/health/live', '/assets/app-1.js']
    const statuses: number[] = []
    for (const url of urls) statuses.push(await statusOf(url))
    expect(statuses).toEqual([200, 200, 200, 429, 200])
    await site.platform.limits.exchange()
    expect(await counted(`built ${addressOf(address)}`)).toBeUndefined()
  })

  it('have a limit of their own', async () => {
    for (let index = 0; index < 5999; index += 1) site.platform.limits.admitBuilt(address)
    expect([await statusOf('/assets/app-1.js'), await statusOf('/assets/app-1.js?again')]).toEqual([200, 429])
    expect(await statusOf('/api/health/live')).toBe(200)
    site.clock.advance(60_000)
    expect(await statusOf('/assets/app-1.js')).toBe(200)
  })

  it('are the only addresses that do not count: others below theirs do', async () => {
    for (let index = 0; index < 1199; index += 1) site.platform.limits.admitAny(address)
    expect([await statusOf('/assets/none.js'), await statusOf('/assets/none.js'), await statusOf('/assets/app-1.js')]).toEqual([
      404, 429, 200,
    ])
  })
})

test('without the database each server counts for itself, and tells what it counted when it is back', async () => {
  await sql`ALTER TABLE request_counts RENAME TO away`.execute(first.db)
  // 57P01, as from a server that is shutting down.
  await sql`CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P01'; END $$`.execute(
    first.db,
  )
  await sql`CREATE TABLE request_counts (LIKE away INCLUDING ALL)`.execute(first.db)
  await sql`CREATE TRIGGER away BEFORE INSERT ON request_counts FOR EACH STATEMENT EXECUTE FUNCTION be_away()`.execute(first.db)
  for (let index = 0; index < 40; index += 1) expect((await logIn(first)).status).toBe(401)
  expect((await logIn(first)).status).toBe(429)
  expect((await logIn(second)).status).toBe(401)
  for (let index = 0; index < 500; index += 1) await ask(first)
  await first.platform.limits.exchange()
  await sql`DROP TABLE request_counts`.execute(first.db)
  await sql`ALTER TABLE away RENAME TO request_counts`.execute(first.db)
  await first.platform.limits.exchange()
  expect(await counted(addressOf(address))).toBe(541)
})

test('removes expired counts', async () => {
  await logIn(first)
  const key = `POST /api/login ${addressOf(address)}`
  await removeOldCounts(first.platform.db, new Date('2026-11-20T09:14:59Z'))
  expect(await counted(key)).toBe(1)
  await removeOldCounts(first.platform.db, new Date('2026-11-20T09:15:00Z'))
  expect(await counted(key)).toBeUndefined()
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
])('%s counts as %s', (ip, address) => expect(addressOf(ip)).toBe(address))

test('tells clients behind a known proxy apart by its header, and ignores the header of any other peer', async () => {
  const proxied = await startTestApp({
    env: { ...limited, OPENHOUR_MODE: 'production', OPENHOUR_TRUSTED_PROXIES: '10.9.0.0/16' },
    databaseOf: first,
  })
  try {
    const logInFrom = async (peer: string, forwarded: string) => {
      const payload = { phone: 'unknown', password: 'nothing' }
      const headers = { 'x-forwarded-for': forwarded }
      return (await proxied.http.inject({ method: 'POST', url: '/api/login', payload, headers, remoteAddress: peer })).statusCode
    }
    const many = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 40 }, work))
    await many(() => logInFrom('10.9.0.1', '192.0.2.1'))
    expect(await logInFrom('10.9.0.2', '192.0.2.1')).toBe(429)
    expect(await logInFrom('10.9.0.1', '192.0.2.2')).toBe(401)
    // A client that sends the header itself: the proxy adds the real address.
    expect(await logInFrom('10.9.0.1', '192.0.2.3, 192.0.2.1')).toBe(429)
    // A proxy that adds the port: another one for each connection.
    let serial = 5000
    await many(() => logInFrom('10.9.0.3', `192.0.2.6:${(serial += 1)}`))
    expect(await logInFrom('10.9.0.3', '192.0.2.6')).toBe(429)
    // Without an address, the proxy's own one counts.
    await many(() => logInFrom('10.9.0.3', `192.0.2.${(serial += 1) % 250}, unknown`))
    expect(await logInFrom('10.9.0.3', 'unknown')).toBe(429)
    await many(() => logInFrom('198.51.100.7', '192.0.2.4'))
    expect(await logInFrom('198.51.100.7', '192.0.2.5')).toBe(429)
  } finally {
    await proxied.close()
  }
})
