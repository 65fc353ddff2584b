import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from './content-security-policy.ts'
import { servePages } from './pages.ts'
import { registerErrorHandlers } from './problems.ts'

const page = `<html><head><script nonce="__CSP_NONCE__">early()</script><title>Site</title><meta property="csp-nonce" nonce="__CSP_NONCE__">
<script type="module" crossorigin src="/assets/app-1.js" nonce="__CSP_NONCE__"></script>
<link rel="stylesheet" crossorigin href="/assets/app-1.css" nonce="__CSP_NONCE__"></head><body><div id="root"></div></body></html>`
const template = {
  html: '<html><head><script>early()</script><!--title--><!--styles--></head><body><!--page--><script>later()</script></body></html>',
  styles: 'p{margin:0}',
  scripts: ['early()', 'later()'],
  otherScripts: ['early()'],
  pageFiles: { roles: ['assets/roles.js', 'assets/roles.css'] },
}
/** As the pages' build makes it: asks for one thing, and shows what it was told. */
const drawing = `export const reads = ['/api/thing']
let cache
export const draw = async ([answer]) => {
  cache = answer
  await globalThis.drawingMayEnd
  answer = cache
  if (answer.includes('broken')) throw new Error('cannot draw')
  return { title: '<title>Thing</title>', markup: '<b>' + answer + '</b>', data: '<script type="application/json">{}</script>', styles: 'b{color:$&red}' }
}`

let folder: string
let http: FastifyInstance
let thing: { status: number; body: string }
let askedBy: string[]
let ownStyles: () => Promise<string>
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-first-page-'))
  for (const part of ['web/assets', 'first-page']) await mkdir(path.join(folder, part), { recursive: true })
  await writeFile(path.join(folder, 'web/index.html'), page)
  await writeFile(path.join(folder, 'first-page/template.json'), JSON.stringify(template))
  await writeFile(path.join(folder, 'first-page/package.json'), '{"type":"module"}')
  await writeFile(path.join(folder, 'first-page/first-page.js'), drawing)
  thing = { status: 200, body: 'one' }
  askedBy = []
  http = fastify()
  http.decorateRequest('language', 'en')
  registerErrorHandlers(http)
  http.get('/api/thing', async (request, reply) => {
    askedBy.push(request.ip)
    return reply.status(thing.status).send(thing.body)
  })
  ownStyles = async () => ''
  await servePages(http, path.join(folder, 'web'), address => (address === '/admin/roles' ? 'roles' : 'other'), {
    readStyles: () => ownStyles(),
  })
})
afterEach(async () => {
  Object.assign(globalThis, { drawingMayEnd: undefined })
  await http.close()
  await rm(folder, { recursive: true })
})

const ask = (url: string, encoding = '') => http.inject({ url, headers: { 'accept-encoding': encoding }, remoteAddress: '192.0.2.7' })
const drawn = '<div id="root" data-drawn><b>one</b></div>'

test('arrives drawn from the answers of today, asked for in the visitor’s name', async () => {
  const first = await ask('/')
  expect([first.statusCode, first.headers['cache-control'], askedBy]).toEqual([200, 'no-store', ['192.0.2.7']])
  expect(first.body).toContain(drawn)
  expect(first.body).toContain('<title>Thing</title>')
  thing.body = 'two'
  expect((await ask('/')).body).toContain('<div id="root" data-drawn><b>two</b></div>')
})

test('brings its styles, and its policy names each inline text and no nonce', async () => {
  const { body, headers } = await ask('/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' ${hashOf('early()')} ${hashOf('later()')};`)
  expect(policy).toContain(`style-src 'self' ${hashOf('p{margin:0}b{color:$&red}')};`)
  expect(body).toContain('<style>p{margin:0}b{color:$&red}</style>')
  expect(body).not.toContain('nonce')
})

test('travels as small as the browser can take it', async () => {
  const [br, gzip, none, refused] = await Promise.all(['gzip, deflate, br', 'gzip', '', 'br;q=0'].map(encoding => ask('/', encoding)))
  expect([br?.headers['content-encoding'], gzip?.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect([none?.headers['content-encoding'], refused?.headers['content-encoding']]).toEqual([undefined, undefined])
  expect(brotliDecompressSync(br!.rawPayload).toString()).toBe(none?.body)
  expect(gunzipSync(gzip!.rawPayload).toString()).toBe(none?.body)
  expect(none?.headers.vary).toBe('accept-encoding, accept-language, cookie')
})

test.each([
  ['is refused', { status: 503, body: 'one' }],
  ['cannot be drawn', { status: 200, body: 'broken' }],
])('where an answer %s, the page draws itself', async (_, answer) => {
  thing = answer
  const { statusCode, body, headers } = await ask('/')
  expect(statusCode).toBe(200)
  expect(body).toContain('<div id="root"></div>')
  expect(body).toContain('<script type="module" crossorigin src="/assets/app-1.js"')
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'nonce-/)
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashOf('early()')};`)
})

test('no other address is drawn', async () => {
  for (const url of ['/?support_type=1', '/login']) expect((await ask(url)).body).toContain('<div id="root"></div>')
  expect(askedBy).toEqual([])
})

test('is not drawn from the answers of another drawing under way', async () => {
  let end = () => {}
  Object.assign(globalThis, { drawingMayEnd: new Promise<void>(resolve => (end = resolve)) })
  const first = http.inject('/')
  await expect.poll(() => askedBy.length).toBe(1)
  thing = { status: 200, body: 'two' }
  const second = http.inject('/')
  await expect.poll(() => askedBy.length).toBe(2)
  // Until the second would have begun.
  await new Promise(setImmediate)
  end()
  expect([(await first).body, (await second).body]).toEqual([expect.stringContaining('<b>one</b>'), expect.stringContaining('<b>two</b>')])
})

test('names the files that a page of staff loads later, and those of no other page', async () => {
  const { body } = await ask('/admin/roles')
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/roles.js">')
  expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/roles.css">')
  expect((await ask('/login')).body).not.toContain('roles')
})

test('brings the answers that each other page begins with, as they are today, and goes without one that fails', async () => {
  let name = 'A </script> & B'
  http.get('/api/site', async (request, reply) => {
    askedBy.push(request.ip)
    return name ? reply.send({ site_name: name }) : reply.status(503).send()
  })
  const { body } = await ask('/admin/roles')
  expect(askedBy).toEqual(['192.0.2.7'])
  const [, json = ''] = /<script type="application\/json" id="initial-data">(.*?)<\/script><div id="root">/.exec(body) ?? []
  expect(JSON.parse(json)).toEqual({ 'GET /api/site': { site_name: name } })
  name = ''
  const without = await ask('/admin/roles')
  expect([without.statusCode, without.body]).toEqual([200, expect.not.stringContaining('initial-data')])
})

test.each(['/', '/login'])('%s has the organisation’s own styles after the product’s, as they are now', async url => {
  expect((await ask(url)).body).not.toContain('own-styles')
  for (const styles of ['i{color:$&red}', 'i{color:blue}']) {
    ownStyles = async () => styles
    const { body, headers } = await ask(url)
    const [, nonce] = /<style id="own-styles" nonce="([^"]+)"/.exec(body) ?? []
    const allowed = url === '/' ? `${hashOf('p{margin:0}b{color:$&red}')} ${hashOf(styles)}` : `'nonce-${nonce}'`
    expect(String(headers['content-security-policy'])).toContain(`style-src 'self' ${allowed};`)
    expect(body).toMatch(/<style id="own-styles"[^<]*<\/style><\/head>/)
    expect(body).toContain(`>${styles}</style>`)
    expect(body.indexOf('own-styles')).toBeGreaterThan(body.indexOf(url === '/' ? '<style>' : 'app-1.css'))
  }
})

test('keeps the organisation’s styles of before while the database fails or does not answer', async () => {
  ownStyles = async () => 'i{color:red}'
  await ask('/login')
  ownStyles = async () => Promise.reject(new Error('away'))
  expect((await ask('/login')).body).toContain('>i{color:red}</style>')
  ownStyles = () => new Promise(() => {})
  expect((await ask('/login')).body).toContain('>i{color:red}</style>')
})

test.each(['/', '/login'])('%s asks for its answers once for all visitors of a language, until they change', async url => {
  const asked: string[] = []
  const kept = new Map<string, Promise<unknown>>()
  const share = <Result>(key: string, compute: () => Promise<Result>): Promise<Result> => {
    const value = (kept.get(key) as Promise<Result> | undefined) ?? compute()
    kept.set(key, value)
    value.catch(() => kept.delete(key))
    return value
  }
  const own = fastify()
  own.decorateRequest('language', 'en')
  own.addHook('onRequest', async request => void (request.language = (request.headers['accept-language'] ?? 'en') as 'en'))
  registerErrorHandlers(own)
  for (const name of ['/api/thing', '/api/site'])
    own.get(name, async (request, reply) => {
      asked.push(request.headers['accept-language'] ?? '')
      return reply.status(thing.status).send(JSON.stringify({ [thing.body]: true }))
    })
  await servePages(own, path.join(folder, 'web'), () => 'other', { share })
  const look = async (language = 'en') => (await own.inject({ url, headers: { 'accept-language': language } })).body

  thing.status = 503
  expect(await look()).toContain('<div id="root"></div>')
  thing.status = 200
  asked.length = 0
  for (let visitor = 0; visitor < 3; visitor += 1) expect(await look()).toContain('one')
  expect(asked).toEqual(['en'])
  if (url !== '/') await look('de')
  thing.body = 'two'
  kept.clear()
  expect(await look()).toContain('two')
  expect(asked).toEqual(url === '/' ? ['en', 'en'] : ['en', 'de', 'en'])
  await own.close()
})

test('two organisations that are drawn at the same time never show each other’s answers', async () => {
  const other = fastify()
  other.decorateRequest('language', 'en')
  registerErrorHandlers(other)
  other.get('/api/thing', async ({ ip }) => {
    askedBy.push(ip)
    return 'of another organisation'
  })
  await servePages(other, path.join(folder, 'web'), () => 'other')
  let end = () => {}
  Object.assign(globalThis, { drawingMayEnd: new Promise<void>(resolve => (end = resolve)) })
  const answers = [ask('/'), other.inject('/')]
  await expect.poll(() => askedBy.length).toBe(2)
  end()
  const [one, two] = (await Promise.all(answers)).map(({ body }) => body)
  expect([one, two]).toEqual([expect.stringContaining('<b>one</b>'), expect.stringContaining('<b>of another organisation</b>')])
  await other.close()
})
