import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

/**
 * One first load of `/`: nothing cached, not logged in. Times in milliseconds, bytes as they travelled, headers
 * included.
 */
export interface FirstLoad {
  /** Of 100. */
  score: number
  firstPaint: number
  largestPaint: number
  blocked: number
  shifted: number
  requests: { path: string; bytes: number }[]
  /** Addresses that are not the product's: there should be none. */
  elsewhere: string[]
  lighthouse: string
  chromium: string
}

// Chromium's own errands (updates, field trials) must not end up in the figures, nor leave the machine.
const flags = ['--headless', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

/** Loads `/` in a fresh browser (PLAYWRIGHT_CHROMIUM names it) by Lighthouse's own settings for phones. */
export async function loadFirst(url: string, extraHeaders: Record<string, string> = {}): Promise<FirstLoad> {
  const browser = await launch({
    ...(process.env.PLAYWRIGHT_CHROMIUM && { chromePath: process.env.PLAYWRIGHT_CHROMIUM }),
    // Chromium's sandbox cannot be set up by root.
    chromeFlags: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
  })
  try {
    const result = await lighthouse(url, { port: browser.port, onlyCategories: ['performance'], logLevel: 'error', extraHeaders })
    if (!result) throw new Error('Lighthouse answered nothing')
    return readResult(result.lhr, new URL(url))
  } finally {
    browser.kill()
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function readResult({ runtimeError, audits, categories, lighthouseVersion, environment }: Result, { origin }: URL): FirstLoad {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const transfers = readTransfers(audits['network-requests']?.details)
  const own = transfers.filter(({ address }) => address.startsWith(`${origin}/`))
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shifted: value('cumulative-layout-shift'),
    requests: own.map(({ address, bytes }) => ({ path: address.slice(origin.length), bytes })),
    elsewhere: transfers.filter(transfer => !own.includes(transfer)).map(({ address }) => address),
    lighthouse: lighthouseVersion,
    chromium: /Chrome\/([\d.]+)/.exec(environment.hostUserAgent)?.[1] ?? 'unknown',
  }
}

/** What the network carried; addresses such as data: and blob: are none of its business. */
function readTransfers(details: unknown): { address: string; bytes: number }[] {
  const { items = [] } = (details ?? {}) as { items?: { url: string; transferSize: number }[] }
  return items.filter(({ url }) => /^(https?|wss?):/.test(url)).map(({ url, transferSize }) => ({ address: url, bytes: transferSize }))
}
