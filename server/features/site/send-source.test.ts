import { pathToFileURL } from 'node:url'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { serveSource } from './send-source.ts'

test('leads to the source code where OPENHOUR_SOURCE_URL is set', async () => {
  const app = await startTestApp({ env: { OPENHOUR_SOURCE_URL: 'https://example.org/openhour' } })
  const answer = await app.http.inject({ url: '/source' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://example.org/openhour'])
  await app.close()
})

test('is not found in a build without an archive', async () => {
  const app = await startTestApp()
  expect((await app.http.inject({ url: '/source' })).statusCode).toBe(404)
  await app.close()
})

test('one address cannot fetch the archive as often as it likes', async () => {
  const { platform, close } = await startTestApp({ env: { OPENHOUR_RATE_LIMIT: 'on' } })
  const http = fastify()
  serveSource({ http, platform }, pathToFileURL(import.meta.filename))
  const fetchFrom = async (remoteAddress: string) => (await http.inject({ url: '/source', remoteAddress })).statusCode
  const answered: number[] = []
  for (let count = 0; count < 31; count += 1) answered.push(await fetchFrom('203.0.113.7'))
  expect(answered).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  expect(await fetchFrom('203.0.113.8')).toBe(200)
  await http.close()
  await close()
})
