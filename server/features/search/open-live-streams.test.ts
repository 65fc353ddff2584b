import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSupportType } from '#database/factories.ts'
import { createHttp } from '../../platform/http/app.ts'
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
