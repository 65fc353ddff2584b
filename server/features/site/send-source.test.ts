import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

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
