import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayCalls } from '#contract/day.ts'
import { makeAdmin, makeSupportType } from '#database/factories.ts'
import { createHttp } from '../../platform/http/app.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendProblem } from '../../platform/http/problems.ts'
import { openStreamLimits } from '../../platform/http/stream-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { openLiveStreams } from './open-live-streams.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ env: { OPENHOUR_RATE_LIMIT: 'on' } })
  id = (await makeSupportType(app.db)).id
})
afterAll(() => app.close())

async function listen(http: FastifyInstance): Promise<string> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}
/** A second server with streams of its own, under /live. */
async function serveStreams(limits: Parameters<typeof openStreamLimits>[0], options: Parameters<typeof openLiveStreams>[1] = {}) {
  const http = await createHttp(app.platform)
  const streams = openLiveStreams({ http, platform: { ...app.platform, streams: openStreamLimits(limits) } }, options)
  http.get('/live', async (request, reply) => {
    const sent = streams.open(request, reply, id)
    return sent instanceof Refusal ? sendProblem(reply, sent) : reply
  })
  return { http, url: `${await listen(http)}/live` }
}
const answerOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code, response.headers.get('retry-after')]
}

test('tells open booking pages that a price has changed', async () => {
  const { http, url } = await serveStreams({ perAddress: 5, total: 5 })
  const stream = await fetch(url)
  await app.db.updateTable('support_types').set({ price_amount: 900 }).where('id', '=', id).execute()
  let told = ''
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  while (!told.includes('event: public')) told += (await reader.read()).value ?? ''
  expect(told).toContain('event: public\ndata: {}')
  await reader.cancel()
  await http.close()
})

test('one address cannot hold any number of streams', async () => {
  const url = `${await listen(app.http)}/api/search-schedule/${id}/live`
  const leaving = new AbortController()
  const first = await fetch(url, { signal: leaving.signal })
  const others = await Promise.all(Array.from({ length: 199 }, () => fetch(url)))
  expect([first, ...others].map(({ status }) => status)).toEqual(Array(200).fill(200))
  expect(await answerOf(await fetch(url))).toEqual([429, 'too_many_requests', '30'])
  // Its other requests are still answered.
  expect((await fetch(url.replace('/live', ''))).status).toBe(200)
  leaving.abort()
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
})

test('many addresses together cannot hold more streams than the server has room for', async () => {
  const { http, url } = await serveStreams({ perAddress: 5, total: 2 })
  await Promise.all([fetch(url), fetch(url)])
  expect(await answerOf(await fetch(url))).toEqual([503, 'unavailable', '30'])
  await http.close()
})

test('a stream does not last for ever, and gives its place back', async () => {
  const { http, url } = await serveStreams({ total: 1 }, { lifetime: () => 50 })
  expect(await (await fetch(url)).text()).toBe('retry: 2000\n\n')
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
  await http.close()
})

describe('the stream of a desk', () => {
  /** Opens one as this caller; resolves to its end. */
  async function openDesk(token: string) {
    const http = await createHttp(app.platform)
    const streams = openLiveStreams({ http, platform: { ...app.platform, streams: openStreamLimits() } }, { beatMs: 20 })
    handle({ http, platform: app.platform }, dayCalls, 'GET /api/day/live', async input =>
      streams.open(input.http.request, input.http.reply),
    )
    const url = await listen(http)
    const open = () => fetch(`${url}/api/day/live`, { headers: { authorization: `Bearer ${token}` } })
    const first = await open()
    expect(first.status).toBe(200)
    return { ended: first.text(), again: async () => (await open()).status, close: () => http.close() }
  }
  const makeDesk = async () => {
    const person = await makeAdmin(app.db, ['Appointment List'])
    return { person, token: await app.signIn(person) }
  }

  test.each([
    ['after the logout', 401, ({ id }: { id: string }) => sql`UPDATE sessions SET ended_at = now() WHERE user_id = ${id}`],
    ['after the person was deactivated', 401, ({ id }: { id: string }) => sql`UPDATE users SET active = false WHERE id = ${id}`],
    ['after the role was taken', 403, ({ id }: { id: string }) => sql`DELETE FROM role_assignments WHERE user_id = ${id}`],
  ])('does not stay open %s', async (_when, status, end) => {
    const { person, token } = await makeDesk()
    const desk = await openDesk(token)
    await end(person).execute(app.db)
    expect(await desk.ended).toMatch(/^retry: 2000/)
    expect(await desk.again()).toBe(status)
    await desk.close()
  })

  test('does not keep an idle session from ending', async () => {
    const { person, token } = await makeDesk()
    const desk = await openDesk(token)
    app.clock.advance(61 * 60_000)
    await desk.ended
    expect(await desk.again()).toBe(401)
    const { last_used_at, created_at } = await app.db
      .selectFrom('sessions')
      .select(['last_used_at', 'created_at'])
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(last_used_at).toBe(created_at)
    await desk.close()
  })
})
