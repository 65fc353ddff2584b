import { chromium } from '@playwright/test'
import { choosableLanguages, type Language } from '../contract/languages.ts'
import { startProduct } from '../e2e/support/start-product.ts'
import { report } from './measuring/report.ts'
import { weighIcon } from './page/icon.ts'

/**
 * `npm run bench -- languages`: what the first load of `/` brings in each language (compressed, headers counted).
 * `npm run bench -- page` times it in one.
 */
interface Weight {
  language: Language
  bytes: number
  requests: { path: string; bytes: number }[]
}

const product = await startProduct()
const browser = await chromium.launch({
  ...(process.env.PLAYWRIGHT_CHROMIUM && { executablePath: process.env.PLAYWRIGHT_CHROMIUM }),
  // Chromium's sandbox cannot be set up by root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const icon = await weighIcon(product.url)
  const weights: Weight[] = []
  for (const language of choosableLanguages) weights.push(await weighPage(language, icon.bytes))
  for (const { language, bytes, requests } of weights) {
    console.log(`\n${language}: ${(bytes / 1000).toFixed(1)} kB in ${requests.length + 1} requests`)
    for (const { path, bytes: own } of requests.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5))
      console.log(`${String(own).padStart(8)}  ${path}`)
  }
  const heaviest = weights.toSorted((a, b) => b.bytes - a.bytes)[0]
  await report('languages', {
    figures: { weights, icon },
    targets: weights.map(({ language, bytes }) => ({
      what: `first load of / in ${language}`,
      value: bytes / 1000,
      atMost: 140,
      unit: 'kB',
    })),
    main: `at most ${((heaviest?.bytes ?? Number.NaN) / 1000).toFixed(1)} kB, in ${heaviest?.language}`,
    versions: { chromium: browser.version() },
  })
} finally {
  await browser.close()
  await product.stop()
}

/** The icon is counted apart: a browser without a window does not ask for it. */
async function weighPage(language: Language, iconBytes: number): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  await context.addCookies([{ name: 'language', value: language, url: product.url }])
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const paths = new Map<string, string>()
  const requests: Weight['requests'] = []
  network.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength })
  })
  await network.send('Network.enable')
  await page.goto(product.url, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  await context.close()
  const bytes = iconBytes + requests.reduce((sum, request) => sum + request.bytes, 0)
  return { language, bytes, requests }
}
