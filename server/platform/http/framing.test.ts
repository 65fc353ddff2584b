import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { findPageName } from '../../page-paths.ts'
import { readSettings } from '../config.ts'
import { createHttp } from './app.ts'
import { servePages } from './pages.ts'

let folder: string
let http: FastifyInstance
let origins: readonly string[]
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-framing-'))
  await mkdir(path.join(folder, 'web/assets'), { recursive: true })
  for (const name of ['index.html', 'embed.js', 'favicon.svg']) await writeFile(path.join(folder, 'web', name), name)
  const read = readSettings({ OPENHOUR_LOG_LEVEL: 'silent' })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  http = await createHttp({ settings: read.settings })
  await servePages(http, path.join(folder, 'web'), findPageName, { readEmbedOrigins: async () => origins })
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => (origins = ['https://www.example.org', 'https://example.net:8443']))

async function framing(url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { headers } = await http.inject({ url, method, headers: { host: 'localhost' } })
  const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  return { ancestors, old: headers['x-frame-options'], headers }
}

test('the embedded page can be framed by the websites of the setting, and by no other', async () => {
  expect(await framing('/embed')).toMatchObject({ ancestors: 'https://www.example.org https://example.net:8443', old: undefined })
  expect((await framing('/embed?support_type=1')).ancestors).toBe('https://www.example.org https://example.net:8443')
})

test('refuses framing again once the setting is empty', async () => {
  origins = []
  expect(await framing('/embed')).toMatchObject({ ancestors: "'none'", old: 'SAMEORIGIN' })
})

const others = Object.values(pages)
  .map(page => page.path.replaceAll(/\$\w+/g, 'one'))
  .filter(address => address !== '/embed')
const alike = ['/embed/', '/embed/x', '/embed%2F', '/Embed', '//embed', '/embed;x', '/./embed/../my', '/nothing', '/api/embed', '/api/site']
test.each([...others, ...alike])('%s cannot be framed', async url => {
  const { ancestors, old } = await framing(url)
  expect([ancestors, old]).toEqual(["'none'", 'SAMEORIGIN'])
})

test('only the frame changes: scripts, styles, connections and forms stay with this site', async () => {
  const rules = async (url: string) =>
    String((await framing(url)).headers['content-security-policy'])
      .replace(/'nonce-[^']+'/, 'nonce')
      .split('; ')
      .filter(rule => !rule.startsWith('frame-ancestors'))
  expect(await rules('/embed')).toEqual(await rules('/about'))
  const { headers } = await framing('/embed')
  expect([headers['cross-origin-opener-policy'], headers['set-cookie']]).toEqual(['same-origin', undefined])
})

test('other sites may load the script alone', async () => {
  const policyOf = async (url: string) => (await framing(url)).headers['cross-origin-resource-policy']
  expect(await policyOf('/embed.js')).toBe('cross-origin')
  const others = ['/favicon.svg', '/embed', '/', '/assets/embed.js', '/api/site']
  expect(await Promise.all(others.map(policyOf))).toEqual(others.map(() => 'same-origin'))
})
