import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { freeTimes, publishedVersions, registerClient, send } from '../../support/client.ts'
import { isThere } from '../../support/is-there.ts'
import { type RunningProduct, startProduct } from '../../support/start-product.ts'

/** Over a connection of its own; `sent` when all of it is out of this process. */
function ask(url: string, { method = 'GET', token = '', body = '' } = {}) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) }
  const asked = request(url, { method, headers, agent: false })
  const sent = Promise.all([once(asked, 'finish'), once(asked, 'socket').then(([socket]) => once(socket, 'connect'))])
  const answered = once(asked, 'response').then(async ([response]) => ({ status: response.statusCode, body: await text(response) }))
  asked.end(body)
  return { sent, answered }
}

test('a graceful shutdown answers pending requests, reports not ready, closes event streams and exits cleanly', async () => {
  const product = await startProduct({ settings: { OPENHOUR_DRAIN_SECONDS: '3' } })
  try {
    const { url } = product
    const versions = await publishedVersions(url)
    const tokens = await Promise.all(Array.from({ length: 40 }, (_, index) => registerClient(url, 300_000 + index, versions)))
    const { times, supportTypeId } = await freeTimes(url, tokens.length)
    const page = await fetch(`${url}/api/search-schedule/${supportTypeId}/live`)

    const bookings = times.map((time, index) =>
      ask(`${url}/api/appointments`, {
        method: 'POST',
        token: tokens[index]!,
        body: JSON.stringify({ ...time, accepted_version_ids: versions }),
      }),
    )
    // With the bookings fewer than are always admitted at once (`minConcurrent`): a slow machine refuses none of
    // them for its load.
    const searches = Array.from({ length: 100 }, (_, index) => ask(`${url}/api/search-schedule/${supportTypeId}?first=${index}`))
    await Promise.all([...bookings, ...searches].map(({ sent }) => sent))
    const stopped = product.rest()

    const notReady = await expect
      .poll(async () => (await fetch(`${url}/api/health/ready`)).status, { intervals: [20] })
      .toBe(503)
      .then(() => fetch(`${url}/api/health/ready`))
    expect(await notReady.json()).toMatchObject({ reason: 'stopping', status: 503 })
    expect((await fetch(`${url}/api/site`)).status).toBe(200)

    const booked = await Promise.all(bookings.map(({ answered }) => answered))
    expect(booked.map(({ status }) => status)).toEqual(Array(40).fill(201))
    const found = await Promise.all(searches.map(({ answered }) => answered))
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]))
    await page.text() // ends, rather than being cut off
    expect(await stopped).toBe(0)

    const next = await product.restart()
    try {
      const kept = await Promise.all(
        booked.map(({ body }, index) => send(next.url, 'GET', `/api/appointments/${JSON.parse(body).id}`, { token: tokens[index]! })),
      )
      expect(kept.map(({ status }) => status)).toEqual(Array(40).fill(200))
    } finally {
      await next.rest()
    }
  } finally {
    await product.stop()
  }
})

// A service manager or `pkill` signals npm, the shell and the server at once.
test('SIGTERM and SIGINT to all processes of npm start end all of them, and PostgreSQL', async () => {
  const product = await startProduct()
  await product.rest()
  try {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) await expectEnd(product, signal)
  } finally {
    await product.stop()
  }
})

/** Starts the product on these data with npm, and ends it by a signal to its process group. */
async function expectEnd({ url, folder, postmasterPid }: RunningProduct, signal: NodeJS.Signals): Promise<void> {
  const started = spawn('npm', ['start'], {
    env: { ...process.env, OPENHOUR_DATA: folder, PORT: new URL(url).port, HOST: '127.0.0.1', OPENHOUR_BACKUP_INTERVAL_MINUTES: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const said = text(started.stdout)
    await expect
      .poll(
        () =>
          fetch(`${url}/api/health/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200)
    const postmaster = await postmasterPid()
    process.kill(-started.pid!, signal)
    await expect.poll(() => isThere(postmaster)).toBe(false)
    // It ends with the last process that holds it.
    expect(await said).toContain('Stopping…')
    expect(await said).not.toContain('database connection lost')
  } finally {
    if (started.exitCode === null && started.signalCode === null) process.kill(-started.pid!, 'SIGKILL')
  }
}
