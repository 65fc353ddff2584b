import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let folder: string
let app: TestApp
/** Another server of the same organisation. */
let second: TestApp
let editor: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-legal-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<html><head></head><div id="root"></div></html>')
  app = await startTestApp()
  second = await startTestApp({ databaseOf: app, pages: folder })
  editor = await app.signIn(await makeAdmin(app.db, ['Contract Edit']))
})
afterAll(async () => {
  await second.close()
  await app.close()
  await rm(folder, { recursive: true })
})

const inForce = async () => (await second.request('GET /api/site')).body.legal
const statusOf = async (address: string) => (await second.http.inject({ url: address })).statusCode
const write = (key: string, publish: boolean) =>
  app.request('POST /api/legally-binding-contract', { token: editor, body: { key, title: key, body: 'Text.', publish } })

test('a legal text has its page and its link from its first publication on, on every server', async () => {
  expect([await inForce(), await statusOf('/imprint'), await statusOf('/privacy')]).toEqual([[], 404, 404])
  const draft = await write('imprint', false)
  expect(draft.status).toBe(201)
  expect([await inForce(), await statusOf('/imprint')]).toEqual([[], 404])
  const { id, revision } = draft.body
  const published = { token: editor, params: { id }, body: { publish: true, revision } }
  expect((await app.request('PUT /api/legally-binding-contract/{id}', published)).status).toBe(200)
  expect([await inForce(), await statusOf('/imprint'), await statusOf('/privacy')]).toEqual([['imprint'], 200, 404])
})

test('the links are in one order, and other contracts have none', async () => {
  for (const key of ['accessibility', 'privacy', 'house_rules']) expect((await write(key, true)).status).toBe(201)
  expect(await inForce()).toEqual(['privacy', 'accessibility', 'imprint'])
  expect([await statusOf('/house_rules'), await statusOf('/Privacy'), await statusOf('/privacy/')]).toEqual([404, 404, 200])
})

test('the page brings along what the browser needs to know that it exists', async () => {
  const { body } = await second.http.inject({ url: '/imprint' })
  expect(body).toContain('"legal":["privacy","accessibility","imprint"]')
})

test('a withdrawn legal text has no page and no link on any server, until it is in force again', async () => {
  const { body } = await app.request('GET /api/legally-binding-contract')
  const { id } = body.data.find(({ key }: { key: string }) => key === 'imprint')
  const act = (what: 'withdraw' | 'reactivate') =>
    app.request(`POST /api/legally-binding-contract/{id}/${what}`, { token: editor, params: { id }, body: {} })
  expect((await act('withdraw')).status).toBe(200)
  expect([await inForce(), await statusOf('/imprint')]).toEqual([['privacy', 'accessibility'], 404])
  expect((await act('reactivate')).status).toBe(200)
  expect([await inForce(), await statusOf('/imprint')]).toEqual([['privacy', 'accessibility', 'imprint'], 200])
})
