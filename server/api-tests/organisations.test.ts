import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeMentor, makePlace, makeSession, makeSupportType } from '#database/factories.ts'
import { openOrganisationSecrets } from '../features/secrets/open-secrets.ts'
import { refusalsSent } from '../platform/metrics/measures.ts'
import { removeOrganisation, resumeOrganisation, suspendOrganisation } from '../organisations/manage.ts'
import { keysOf, openDirectory } from '../platform/directory/directory.ts'
import { openStreamLimits } from '../platform/http/stream-limits.ts'
import { keyOf, newKey } from '../platform/secrets/key-file.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { serveOrganisations } from '../serve-organisations.ts'
import { ask, makeInstallation } from '../testing/directory.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'

const metricsToken = 'a-token-for-prometheus-1'

let installation: Awaited<ReturnType<typeof makeInstallation>>
let server: Awaited<ReturnType<typeof serveOrganisations>>
let [a, b]: Awaited<ReturnType<typeof installation.add>>[] = []
let mailServers: { a: TestMailServer; b: TestMailServer }
beforeAll(async () => {
  installation = await makeInstallation({ OPENHOUR_TRUSTED_PROXIES: '127.0.0.1', OPENHOUR_METRICS_TOKEN: metricsToken })
  mailServers = { a: await startMailServer(), b: await startMailServer() }
  const mail = (name: 'a' | 'b') => ({ OPENHOUR_SMTP_URL: mailServers[name].url, OPENHOUR_MAIL_FROM: `desk@${name}.example.org` })
  a = await installation.add('a', mail('a'))
  b = await installation.add('b', mail('b'), ['b.example.org', 'www.b.example.org'])
  await sql`UPDATE settings SET site_name = 'Organisation A'`.execute(a!.db)
  await sql`UPDATE settings SET site_name = 'Organisation B'`.execute(b!.db)
  server = await serveOrganisations({ settings: installation.shared, idleMs: 60_000 })
})
afterAll(async () => {
  await server.stop({ atOnce: true })
  await Promise.all([a!.close(), b!.close()])
  await installation.remove()
  await Promise.all([mailServers.a.close(), mailServers.b.close()])
})

/** Allows for a busy machine. */
const busy = { timeout: 15_000 }
const at = (host: string, path: string, more: Omit<Parameters<typeof ask>[2], 'host'> = {}) => ask(server.address, path, { host, ...more })
const siteOf = async (host: string, headers: Record<string, string> = {}) => {
  const { status, body } = await at(host, '/api/site', { headers })
  return status === 200 ? (body as { site_name: string }).site_name : status
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const signInAdmin = async (organisation: typeof a) => makeSession(organisation!.db, (await makeAdmin(organisation!.db)).id, new Date())

describe('the Host header chooses the organisation', () => {
  test.each([
    ['a.example.org', 'Organisation A'],
    ['b.example.org', 'Organisation B'],
    ['A.Example.ORG', 'Organisation A'],
    ['b.example.org:8443', 'Organisation B'],
    ['B.EXAMPLE.ORG.:443', 'Organisation B'],
  ])('%s', async (host, name) => {
    expect(await siteOf(host)).toBe(name)
  })

  test.each([
    'c.example.org',
    'example.org',
    'a.example.org.evil.org',
    'xa.example.org',
    '127.0.0.1',
    'localhost',
    '[::1]',
    'a.example.org@b.example.org',
  ])('%s is no organisation: 404, and no word about any', async host => {
    for (const path of ['/', '/api/site', '/about', '/assets/app.js']) {
      const { status, text, headers } = await at(host, path)
      expect([path, status]).toEqual([path, 404])
      expect(text + JSON.stringify(headers)).not.toMatch(/Organisation|example\.org/)
    }
  })

  test.each(['x-forwarded-host', 'forwarded', 'x-original-host', 'x-host'])('%s never counts, also from a trusted proxy', async header => {
    const value = header === 'forwarded' ? 'host=b.example.org' : 'b.example.org'
    expect(await siteOf('a.example.org', { [header]: value, 'x-forwarded-for': '192.0.2.1' })).toBe('Organisation A')
    expect(await siteOf('c.example.org', { [header]: value })).toBe(404)
  })

  test.each([
    ['two Host headers', 'GET /api/site HTTP/1.1\r\nHost: a.example.org\r\nHost: b.example.org\r\nConnection: close\r\n\r\n', 400],
    ['no Host header', 'GET /api/site HTTP/1.0\r\n\r\n', 404],
    ['another site in the target', 'GET http://b.example.org/api/site HTTP/1.1\r\nHost: a.example.org\r\nConnection: close\r\n\r\n', 404],
  ])('%s', async (_, request, status) => {
    const answer = await sendRaw(request)
    expect(Number(answer.split(' ')[1])).toBe(status)
    expect(answer).not.toContain('Organisation B')
  })

  test('further names are redirected to the first one', async () => {
    const { status, headers } = await at('www.b.example.org', '/my/appointments?x=1')
    expect([status, headers.location]).toEqual([308, 'https://b.example.org/my/appointments?x=1'])
  })
})

/** Sends bytes over a connection; answers what comes back. */
function sendRaw(request: string): Promise<string> {
  const { port } = new URL(server.address)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connectSocket(Number(port), '127.0.0.1', () => socket.write(request))
    socket.on('data', chunk => (answer += String(chunk))).on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('what one organisation gave out is worth nothing at another', () => {
  test('a session’s token, with or without the cookie', async () => {
    const token = await signInAdmin(a)
    expect((await at('a.example.org', '/api/my-profile', { headers: bearer(token) })).status).toBe(200)
    for (const cookie of ['', `__Host-openhour=${'c'.repeat(43)}`])
      expect((await at('b.example.org', '/api/my-profile', { headers: { ...bearer(token), cookie } })).status).toBe(401)
  })

  test('the set-up link', async () => {
    const body = { setup_token: a!.link!.split('#')[1], name: 'Eve', email: 'eve@example.org', password: 'correct horse battery staple' }
    expect((await at('b.example.org', '/api/setup', { method: 'POST', body })).status).toBe(404)
  })

  test('the secret address of a calendar', async () => {
    const token = await makeSession(a!.db, (await makeMentor(a!.db)).id, new Date())
    const made = await at('a.example.org', '/api/my-calendars', { method: 'POST', headers: bearer(token), body: { kind: 'mentor' } })
    expect(made.status).toBe(201)
    const address = new URL((made.body as { address: string }).address)
    expect(address.origin).toBe('https://a.example.org')
    expect((await at('a.example.org', address.pathname)).status).toBe(200)
    expect((await at('b.example.org', address.pathname)).status).toBe(404)
  })

  test('an idempotency key: each does its own work', async () => {
    const key = randomUUID()
    const places = await Promise.all(
      [a, b].map(async organisation => {
        const headers = { ...bearer(await signInAdmin(organisation)), 'idempotency-key': key }
        const body = { name: 'Room 1', kind: 'in_person', address: '1 Street', time_zone: 'Europe/London' }
        const { status, body: made } = await at(organisation!.host, '/api/places', { method: 'POST', headers, body })
        return [status, (made as { id?: string }).id, JSON.stringify(made)] as const
      }),
    )
    expect(places.map(([status]) => status)).toEqual([201, 201])
    expect(new Set(places.map(([, id]) => id)).size).toBe(2)
  })

  test('a cached answer and its entity tag', async () => {
    const etags = await Promise.all(['a.example.org', 'b.example.org'].map(async host => (await at(host, '/api/site')).headers.etag))
    const { status, body } = await at('b.example.org', '/api/site', { headers: etags[0] ? { 'if-none-match': etags[0] } : {} })
    expect([status, (body as { site_name: string }).site_name]).toEqual([200, 'Organisation B'])
    const types = await Promise.all([makeSupportType(a!.db, { name: 'Only at A' }), makePlace(b!.db)])
    expect((await at('b.example.org', `/api/search-schedule/${types[0].id}`)).status).toBe(404)
    expect((await at('b.example.org', '/api/site')).text).not.toContain('Organisation A')
  })

  test('a sealed value, such as the state of a sign-in: the keys differ', async () => {
    const place = { table: 'provider_sign_ins', column: 'verifier', row: 'x' }
    const sealed = openSecretBox(keysOf(a!.keys)).seal(place, 'state')
    expect(() => openSecretBox(keysOf(b!.keys)).open(place, sealed)).toThrow('a key that is not in')
    await expect(openOrganisationSecrets(b!.databaseUrl, keysOf(a!.keys))).rejects.toThrow(
      'is not the one that this database was encrypted with',
    )
    await expect(openOrganisationSecrets(b!.databaseUrl, [keyOf(newKey())])).rejects.toThrow('is not the one')
  })

  test('the database’s password: a role connects to no other database of the cluster’s organisations', async () => {
    const address = Object.assign(new URL(a!.databaseUrl), { pathname: new URL(b!.databaseUrl).pathname }).href
    const client = new pg.Client({ connectionString: address })
    await expect(client.connect()).rejects.toMatchObject({ code: '42501' })
  })

  test('a request’s limit is each one’s own', async () => {
    const join = (host: string) =>
      at(host, '/api/join', { method: 'POST', body: { email: 'limited@example.org' }, headers: { 'x-forwarded-for': '198.51.100.9' } })
    let last = await join('a.example.org')
    for (let tries = 0; tries < 40 && last.status === 200; tries += 1) last = await join('a.example.org')
    expect(last.status).toBe(429)
    expect((await join('b.example.org')).status).toBe(200)
  })
})

test('a passkey is made for the organisation’s own name', async () => {
  for (const host of ['a.example.org', 'b.example.org']) {
    const { status, body } = await at(host, '/api/login/passkey/options', { method: 'POST' })
    expect([status, (body as { rpId: string }).rpId]).toEqual([200, host])
  }
})

test('a message goes out by the organisation’s own mail server, from its own sender', async () => {
  await at('b.example.org', '/api/join', { method: 'POST', body: { email: 'ann@example.net' } })
  await expect.poll(() => mailServers.b.to('ann@example.net').length, busy).toBe(1)
  const [letter] = mailServers.b.to('ann@example.net')
  expect(letter!.from!.value).toEqual([{ name: 'Organisation B', address: 'desk@b.example.org' }])
  expect(letter!.raw).not.toContain('a.example.org')
  expect(mailServers.a.to('ann@example.net')).toEqual([])
})

test('a suspended organisation answers 503, ends its streams, and comes back; others notice nothing', async () => {
  const context = { directory: installation.directory, shared: installation.shared }
  const type = await makeSupportType(a!.db)
  const stream = openStream('a.example.org', `/api/search-schedule/${type.id}/live`)
  await stream.begun
  await suspendOrganisation(context, 'a')
  await expect.poll(async () => (await at('a.example.org', '/api/site')).status, busy).toBe(503)
  await stream.ended
  const before = await countUnavailable()
  const page = await at('a.example.org', '/', { headers: { 'accept-language': 'de' } })
  expect([page.status, page.headers['content-type'], page.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '3600'])
  expect(page.text).toContain('<h1>Vorübergehend nicht verfügbar</h1><p>Diese Website ist zurzeit nicht verfügbar.')
  expect(page.text).not.toMatch(/Organisation|example\.org/)
  const call = await at('a.example.org', '/api/site')
  expect([call.status, (call.body as { code: string }).code]).toEqual([503, 'unavailable'])
  // Alerts count it as no fault.
  expect(await countUnavailable()).toBe(before)
  expect(await siteOf('b.example.org')).toBe('Organisation B')
  await resumeOrganisation(context, 'a')
  await expect.poll(() => siteOf('a.example.org'), busy).toBe('Organisation A')
})

async function countUnavailable(): Promise<number | undefined> {
  const { values } = await refusalsSent.get()
  return values.find(({ labels }) => labels.code === 'unavailable')?.value
}

/** An open stream of server-sent events. */
function openStream(host: string, path: string) {
  const settle: { begin: () => void; end: () => void } = { begin: () => {}, end: () => {} }
  const begun = new Promise<void>(resolve => (settle.begin = resolve))
  const ended = new Promise<void>(resolve => (settle.end = resolve))
  let received = ''
  const request = get(new URL(path, server.address), { headers: { host }, agent: false }, response => {
    expect(response.statusCode).toBe(200)
    response.on('data', chunk => ((received += String(chunk)), settle.begin())).on('close', settle.end)
  })
  request.on('error', settle.end)
  return { begun, ended, received: () => received, close: () => void request.destroy() }
}

test('events reach the readers of their organisation alone', async () => {
  const types = await Promise.all([makeSupportType(a!.db), makeSupportType(b!.db)])
  const streams = [
    openStream('a.example.org', `/api/search-schedule/${types[0].id}/live`),
    openStream('b.example.org', `/api/search-schedule/${types[1].id}/live`),
  ]
  await Promise.all(streams.map(({ begun }) => begun))
  for (const { id } of types) await sql`SELECT pg_notify('openhour_schedules', ${id})`.execute(a!.db)
  await expect.poll(() => streams[0]!.received(), busy).toContain('event: schedules')
  await sql`SELECT pg_notify('openhour_schedules', ${types[1].id})`.execute(b!.db)
  await expect.poll(() => streams[1]!.received(), busy).toContain('event: schedules')
  expect(streams[1]!.received().match(/event: schedules/g)).toHaveLength(1)
  for (const stream of streams) stream.close()
})

test('health checks and metrics answer at the process’s own address, and name no organisation', async () => {
  const { host } = new URL(server.address)
  expect((await at(host, '/api/health/live')).body).toEqual({ status: 'ok' })
  expect((await at(host, '/api/health/ready')).status).toBe(200)
  expect((await at(host, '/metrics')).status).toBe(401)
  const metrics = await at(host, '/metrics', { headers: bearer(metricsToken) })
  expect(metrics.text).toContain('openhour_organisations_open 2')
  expect(metrics.text).not.toMatch(/example\.org|Organisation A/)
  expect((await at('a.example.org', '/metrics', { headers: bearer(metricsToken) })).status).toBe(404)
})

test('metrics add up what concerns all organisations: messages, codes, jobs, and databases that do not answer', async () => {
  const other = await serveOrganisations({ settings: { ...installation.shared, worker: 'off' }, visitMs: 200 })
  const c = await installation.add('g')
  const read = async (line: string) => {
    const { text } = await ask(other.address, '/metrics', { host: 'localhost', headers: bearer(metricsToken) })
    const found = text.split('\n').find(one => one.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }
  await sql`INSERT INTO outbox (kind, due_at) VALUES ('x', now() - interval '1 hour'), ('x', now() + interval '1 hour')`.execute(c.db)
  await expect.poll(() => read('openhour_outbox_waiting'), busy).toBeGreaterThanOrEqual(2)
  expect(await read('openhour_outbox_oldest_seconds')).toBeGreaterThan(3500)
  expect([await read('openhour_database_up'), await read('openhour_organisations_unreachable')]).toEqual([1, 0])
  expect(await read('openhour_job_last_success_timestamp_seconds{name="organisation state"}')).toBeGreaterThan(1.7e9)

  // Its database goes: the sum is that of the others.
  await installation.directory.change(c.id, { databaseUrl: 'postgres://nothing:at@127.0.0.1:1/all' })
  await expect.poll(() => read('openhour_organisations_unreachable'), busy).toBe(1)
  expect(await read('openhour_database_up')).toBe(0)
  // What is suspended needs nothing.
  await installation.directory.setState(c.id, 'suspended')
  await expect.poll(() => read('openhour_organisations_unreachable'), busy).toBe(0)
  expect(await read('openhour_database_up')).toBe(1)
  expect(await read('openhour_outbox_oldest_seconds')).toBeLessThan(3500)
  await installation.directory.change(c.id, { databaseUrl: c.databaseUrl })
  await installation.directory.setState(c.id, 'active')
  await other.stop({ atOnce: true })
  await c.close()
})

describe('an idle organisation', () => {
  test('is closed, except while a stream is open, and opens again', async () => {
    const other = await serveOrganisations({ settings: installation.shared, idleMs: 300 })
    const countOpen = async () => {
      const { text } = await ask(other.address, '/metrics', { host: 'localhost', headers: bearer(metricsToken) })
      return Number(/^openhour_organisations_open (\d+)$/m.exec(text)?.[1])
    }
    const type = await makeSupportType(a!.db)
    expect(await countOpen()).toBe(0)
    const reader = get(new URL(`/api/search-schedule/${type.id}/live`, other.address), { headers: { host: 'a.example.org' }, agent: false })
    await new Promise(resolve => reader.on('response', resolve))
    expect((await ask(other.address, '/api/site', { host: 'b.example.org' })).status).toBe(200)
    expect(await countOpen()).toBe(2)
    await expect.poll(countOpen, busy).toBe(1)
    const sessions = async (organisation: typeof a) =>
      (
        await sql`SELECT FROM pg_stat_activity WHERE usename = ${new URL(organisation!.databaseUrl).username} AND application_name = 'openhour live'`.execute(
          organisation!.db,
        )
      ).rows.length
    // The other server's.
    await expect.poll(async () => [await sessions(a), await sessions(b)], busy).toEqual([2, 1])
    reader.on('error', () => {}).destroy()
    await expect.poll(countOpen, busy).toBe(0)
    expect((await ask(other.address, '/api/site', { host: 'a.example.org' })).status).toBe(200)
    await other.stop({ atOnce: true })
  })

  test('still sends what becomes due', async () => {
    const other = await serveOrganisations({ settings: installation.shared, visitMs: 200 })
    const c = await installation.add('c')
    const states = async () => (await sql<{ state: string }>`SELECT state FROM outbox`.execute(c.db)).rows.map(({ state }) => state)
    await sql`INSERT INTO outbox (kind, due_at) VALUES ('x', now())`.execute(c.db)
    await expect.poll(states, busy).toEqual(['unsendable'])
    const { text } = await ask(other.address, '/metrics', { host: 'localhost', headers: bearer(metricsToken) })
    expect(text).toContain('openhour_organisations_open 0')
    await other.stop({ atOnce: true })
    await c.close()
  })
})

test('the key of the installation changes while servers run, and the older one is needed no longer', async () => {
  const own = await makeInstallation()
  const site = await own.add('rotating')
  const running = await serveOrganisations({ settings: own.shared, keysMs: 50 })
  const [older, newer] = [(await readFile(own.shared.keyFile, 'utf8')).trim(), newKey()]
  await writeFile(own.shared.keyFile, `${newer}\n${older}\n`)
  const alone = openDirectory(own.shared.directoryUrl!, openSecretBox([keyOf(newer)]))
  await expect.poll(() => alone.countWithOlderKey(), busy).toBe(0)
  await writeFile(own.shared.keyFile, `${newer}\n`)
  await running.stop({ atOnce: true })
  const again = await serveOrganisations({ settings: own.shared })
  expect((await ask(again.address, '/api/site', { host: site.host })).status).toBe(200)
  await again.stop({ atOnce: true })
  await Promise.all([site.close(), alone.close()])
  own.directory.useKeys([keyOf(newer), keyOf(older)])
  await own.remove()
})

test('organisations together cannot hold more streams than the process has room for', async () => {
  const other = await serveOrganisations({ settings: installation.shared, streams: openStreamLimits({ total: 3 }) })
  const open = async (organisation: typeof a) => {
    const path = `/api/search-schedule/${(await makeSupportType(organisation!.db)).id}/live`
    return new Promise<IncomingMessage>((resolve, reject) => {
      get(new URL(path, other.address), { headers: { host: organisation!.host }, agent: false }, resolve).on('error', reject)
    })
  }
  const streams = [await open(a), await open(a), await open(b), await open(b)]
  expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 503])
  for (const stream of streams) stream.on('error', () => {}).destroy()
  await other.stop({ atOnce: true })
})

test('organisations have no more connections than one server may have, and an unused one is closed for another', async () => {
  const other = await serveOrganisations({ settings: { ...installation.shared, clusterConnections: 6 } })
  const names = ['a', 'b', 'e', 'f']
  const added = [await installation.add('e'), await installation.add('f')]
  const metrics = async () => (await ask(other.address, '/metrics', { host: 'localhost', headers: bearer(metricsToken) })).text
  const used = async () => Number(/^openhour_cluster_connections\{cluster="east",state="used"\} (\d+)$/m.exec(await metrics())?.[1])
  const siteAt = async (name: string) => (await ask(other.address, '/api/site', { host: `${name}.example.org` })).status
  await expect.poll(() => siteAt('f'), busy).toBe(200)
  for (const name of [...names, ...names]) await expect.poll(async () => [name, await siteAt(name)], busy).toEqual([name, 200])
  expect(await used()).toBeLessThanOrEqual(6)
  expect(await metrics()).toContain('openhour_organisations_open 3')
  await other.stop({ atOnce: true })
  for (const { close } of added) await close()
})

test('streams that visitors hold at some organisations do not keep the others closed', async () => {
  const other = await serveOrganisations({ settings: { ...installation.shared, clusterConnections: 6 }, minOpenMs: 0 })
  const added = [await installation.add('held'), await installation.add('kept-out')]
  const siteAt = async (host: string) => (await ask(other.address, '/api/site', { host })).status
  const ended: string[] = []
  const held: IncomingMessage[] = []
  for (const organisation of [a!, b!, added[0]!]) {
    await expect.poll(() => siteAt(organisation.host), busy).toBe(200)
    const path = `/api/search-schedule/${(await makeSupportType(organisation.db)).id}/live`
    const reader = await new Promise<IncomingMessage>(resolve =>
      get(new URL(path, other.address), { headers: { host: organisation.host }, agent: false }, resolve),
    )
    expect(reader.statusCode).toBe(200)
    held.push(
      reader
        .on('error', () => {})
        .on('close', () => ended.push(organisation.host))
        .resume(),
    )
  }
  await expect.poll(() => siteAt('kept-out.example.org'), busy).toBe(200)
  // The one that was used longest ago, and no other.
  expect(ended).toEqual([a!.host])
  for (const reader of held) reader.destroy()
  await other.stop({ atOnce: true })
  for (const { close } of added) await close()
})

test('an organisation that a newer server has migrated stays open to older ones, which change nothing', async () => {
  const { id, host, settings, db, close } = await installation.add('updated')
  await expect.poll(() => siteOf(host), busy).not.toBe(404)
  const newer = 'f'.repeat(64)
  await sql`INSERT INTO migrations (number, title, sha256) VALUES (9999, 'newer', ${newer})`.execute(db)
  await sql`INSERT INTO schema_versions (sha256) VALUES (${newer})`.execute(db)
  await installation.directory.change(id, { settings })
  await sql`UPDATE settings SET site_name = 'Updated'`.execute(db)
  // 503 for a moment, while it closes.
  await expect.poll(() => siteOf(host), busy).toBe('Updated')
  const { rows } = await sql`SELECT sha256 FROM schema_versions ORDER BY number DESC LIMIT 1`.execute(db)
  expect(rows).toEqual([{ sha256: newer }])
  await close()
  await removeOrganisation(installation, 'updated', undefined)
})

test('an organisation that cannot be opened answers 503 and disturbs no other', async () => {
  const d = await installation.add('d')
  await d.close()
  await installation.directory.change(d.id, { databaseUrl: 'postgres://nothing:at@127.0.0.1:1/all' })
  await expect.poll(() => siteOf('d.example.org'), busy).toBe(503)
  expect(await siteOf('b.example.org')).toBe('Organisation B')
  await installation.directory.change(d.id, { databaseUrl: d.databaseUrl })
  await expect.poll(() => siteOf('d.example.org'), busy).not.toBe(503)
})
