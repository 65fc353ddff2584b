import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePages } from './pages.ts'
import { registerErrorHandlers } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

const script = 'export const built = true'
let folder: string
let http: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-pages-'))
  await mkdir(path.join(folder, 'web/assets'), { recursive: true })
  for (const [name, content] of Object.entries({
    'secret.txt': 'secret',
    'web/index.html': '<script nonce="__CSP_NONCE__"></script>',
    'web/favicon.svg': '<svg/>',
    'web/assets/app-Ab_1-2.js': script,
    'web/assets/app-Ab_1-2.js.br': brotliCompressSync(script),
  }))
    await writeFile(path.join(folder, name), content)
  http = fastify()
  http.addHook('onRequest', async (_, reply) => void reply.headers(securityHeaders(false)))
  registerErrorHandlers(http)
  await servePages(http, path.join(folder, 'web'), address => (address === '/' ? 'booking' : undefined))
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

const ask = (url: string, headers = {}) => http.inject({ url, headers })

test('an asset is kept for a year, compressed for those who take it so', async () => {
  const plain = await ask('/assets/app-Ab_1-2.js')
  expect([plain.statusCode, plain.body, plain.headers['content-encoding']]).toEqual([200, script, undefined])
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const small = await ask('/assets/app-Ab_1-2.js', { 'accept-encoding': 'br' })
  expect([small.statusCode, small.headers['content-encoding'], small.headers.vary]).toEqual([200, 'br', 'accept-encoding'])
  expect(small.headers['content-type']).toMatch(/javascript/)
  expect(small.rawPayload).toEqual(brotliCompressSync(script))
})

test('an asset has no headers that count for documents alone; its address without a file has them all', async () => {
  const { headers } = await ask('/assets/app-Ab_1-2.js')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  const ofDocuments = ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-frame-options']
  expect(ofDocuments.filter(name => name in headers)).toEqual([])
  expect(['connection', 'keep-alive'].filter(name => name in headers)).toEqual([])
  const missing = await ask('/assets/none.js')
  expect(ofDocuments.filter(name => name in missing.headers)).toEqual(ofDocuments)
})

test('caches files without a hash for a day', async () => {
  const icon = await ask('/favicon.svg')
  expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
  expect(icon.headers).not.toHaveProperty('x-frame-options')
})

test.each([
  '/index.html',
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/../index.html',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets/.hidden',
  '/assets/a%00b',
  '/secret.txt',
])('%s is no file: 404 with the page', async address => {
  const answer = await ask(address)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  expect(answer.body).toMatch(/^<script nonce="[\w+/=]{24}"><\/script>$/)
})

test('each response has its own nonce, which its policy names', async () => {
  const [one, other] = await Promise.all([ask('/'), ask('/')])
  expect([one.statusCode, one.body === other.body]).toEqual([200, false])
  const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1]
  expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
})
