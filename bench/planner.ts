import { chromium, type CDPSession, type Page } from '@playwright/test'
import { keepLogin, logIn } from '../e2e/support/people.ts'
import { startProduct } from '../e2e/support/start-product.ts'
import { report, spreadOf } from './measuring/report.ts'
import { addWeek, mondayInWeeks } from './planner/busy-week.ts'
import { fillWeek } from './planner/fill.ts'

/**
 * `npm run bench -- planner [runs]`: the planner with a week of 50 mentors and 400 sessions besides the demo's:
 * script time from the press of a button to the drawn week, and the frames while a session is dragged across it.
 */
const runs = Number(process.argv[2] ?? 5)
const dragSteps = 240
/** By the page itself: Playwright looks where a button is, which makes its script lay out the page. */
const pressWeekAfter = `new Promise(done => {
  document.querySelector('button[aria-label="Week after"]').click()
  requestAnimationFrame(function wait() {
    if (document.querySelectorAll('[data-session]').length < 400) requestAnimationFrame(wait)
    else requestAnimationFrame(() => requestAnimationFrame(() => done()))
  })
})`

/** Texts: the runner's compiler adds helpers to functions, which the page does not have. */
const countFrames = `window.frameTimes = []
requestAnimationFrame(function tick(now) {
  window.frameTimes.push(now)
  requestAnimationFrame(tick)
})`
const product = await startProduct()
const browser = await chromium.launch({
  ...(process.env.PLAYWRIGHT_CHROMIUM && { executablePath: process.env.PLAYWRIGHT_CHROMIUM }),
  // Chromium's sandbox cannot be set up by root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await fillWeek(await product.databaseUrl(), mondayInWeeks(3))
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB', timezoneId: 'Europe/London' })
  await keepLogin(page, await logIn(product.url, 'administrator'))
  const cdp = await page.context().newCDPSession(page)
  // Of the page's own thread: not the time in which other programs had the processor.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const measured: (Awaited<ReturnType<typeof drawWeek>> & Awaited<ReturnType<typeof dragAcross>>)[] = []
  console.log('run  sessions  script ms  layout ms  frames/s  slowest frame ms  script ms per frame')
  for (let run = 1; run <= runs; run += 1) {
    const drawn = await drawWeek(page, cdp)
    const dragged = await dragAcross(page, cdp)
    measured.push({ ...drawn, ...dragged })
    const { sessions, scriptMs, layoutMs } = drawn
    const { framesPerSecond, slowestMs, scriptPerFrameMs } = dragged
    console.log([run, sessions, ...[scriptMs, layoutMs, framesPerSecond, slowestMs, scriptPerFrameMs].map(ms => ms.toFixed(1))].join('  '))
  }
  const middle = (of: (one: (typeof measured)[number]) => number) => spreadOf(measured.map(of)).median
  await report('planner', {
    figures: { measured },
    targets: [
      { what: 'sessions drawn', value: middle(({ sessions }) => sessions), atLeast: 400, unit: '' },
      { what: 'script time of a drawn week', value: middle(({ scriptMs }) => scriptMs), atMost: 100, unit: 'ms' },
      { what: 'frames while dragging', value: middle(({ framesPerSecond }) => framesPerSecond), atLeast: 59, unit: 'per s' },
    ],
    main: `a week of 400 sessions in ${middle(({ scriptMs }) => scriptMs).toFixed(0)} ms of script, dragged at ${middle(({ framesPerSecond }) => framesPerSecond).toFixed(0)} frames per second (medians of ${runs})`,
    versions: { chromium: browser.version() },
  })
} finally {
  await browser.close()
  await product.stop()
}

/** From an empty week to the full one, by the button. */
async function drawWeek(page: Page, cdp: CDPSession) {
  const full = mondayInWeeks(3)
  await page.goto(`${product.url}/admin/planner?date=${addWeek(full, -1)}`)
  await page.locator('[data-cell]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const before = await metricsOf(cdp)
  await page.evaluate(pressWeekAfter)
  const after = await metricsOf(cdp)
  return {
    sessions: await page.locator('[data-session]').count(),
    scriptMs: after.script - before.script,
    layoutMs: after.layout - before.layout,
  }
}

/** A session from one side of the board to the other and back, a step each frame; then nothing is changed. */
async function dragAcross(page: Page, cdp: CDPSession) {
  const box = await page.locator('[data-session]').first().boundingBox()
  if (!box) throw new Error('no session to drag')
  await page.mouse.move(box.x + 10, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 30)
  await page.evaluate(countFrames)
  const before = await metricsOf(cdp)
  for (let step = 0; step < dragSteps; step += 1) {
    const share = Math.sin((step / dragSteps) * Math.PI)
    await page.mouse.move(box.x + 20 + share * 900, box.y + 20 + share * 400)
  }
  const after = await metricsOf(cdp)
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  return {
    framesPerSecond: gaps.length / seconds,
    slowestMs: Math.max(...gaps),
    scriptPerFrameMs: (after.script - before.script) / gaps.length,
  }
}

/** Of the page so far, in ms. */
async function metricsOf(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (name: string) => (metrics.find(metric => metric.name === name)?.value ?? 0) * 1000
  return { script: value('ScriptDuration'), layout: value('LayoutDuration') + value('RecalcStyleDuration') }
}
