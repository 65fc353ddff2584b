import type { Login } from '../../contract/people.ts'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { keepLogin } from '../../e2e/support/people.ts'

/** How many times slower the processor is than this machine's. */
export const slowdown = 4
/**
 * What a page loads when it is idle belongs to its first visit. In milliseconds without a request after the load
 * event.
 */
const quietMs = 2000

/**
 * One first visit of a page by a logged-in user: nothing cached. Times in milliseconds on the slower processor.
 */
export interface Visit {
  /** As they travelled, headers included. */
  bytes: number
  requests: { path: string; bytes: number }[]
  /** The largest contentful paint, since the visit began. */
  paintMs: number
  /** From the slowest press to its next paint; 0 where each was painted within a frame. */
  inputMs: number
  /** The event of it, and what it was on. */
  slowest: string
}

interface Expected {
  login: Login
  interact: (page: Page) => Promise<void>
}

/** Texts: the runner's compiler adds helpers to functions, which the page does not have. */
const observe = `
  window.paintMs = 0
  window.inputMs = 0
  window.slowest = ''
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) window.paintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (!interactionId || duration <= window.inputMs) continue
      window.inputMs = duration
      window.slowest = name + ' ' + (target?.innerText ?? '').replace(/\\s+/g, ' ').slice(0, 40)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

export async function visitPage(browser: Browser, url: string, { login, interact }: Expected): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'Europe/London' })
  try {
    const page = await context.newPage()
    await keepLogin(page, login)
    await page.addInitScript(observe)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const traffic = await watchTraffic(cdp)
    await page.goto(url)
    await page.locator('h1').waitFor()
    await traffic.quiet()
    const requests = traffic.requests()
    const paintMs = await page.evaluate<number>('window.paintMs')
    await interact(page)
    await pause(200)
    const [inputMs, slowest] = await page.evaluate<[number, string]>('[window.inputMs, window.slowest]')
    return { bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0), requests, paintMs, inputMs, slowest }
  } finally {
    await context.close()
  }
}

async function watchTraffic(cdp: CDPSession) {
  const carried = new Map<string, { path: string; bytes: number }>()
  let lastAt = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    lastAt = performance.now()
    if (/^https?:/.test(request.url)) carried.set(requestId, { path: new URL(request.url).pathname, bytes: 0 })
  })
  const add = (id: string, bytes: number) => {
    lastAt = performance.now()
    const one = carried.get(id)
    if (one) one.bytes += bytes
  }
  cdp.on('Network.responseReceived', ({ requestId, response }) => add(requestId, response.encodedDataLength))
  // Streams do not finish.
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = carried.get(requestId)
    add(requestId, Math.max(0, encodedDataLength - (one?.bytes ?? 0)))
  })
  await cdp.send('Network.enable')
  return {
    requests: () => [...carried.values()],
    quiet: async () => {
      while (performance.now() - lastAt < quietMs) await pause(50)
    },
  }
}
