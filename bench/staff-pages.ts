import { areaOf, pages } from '../contract/pages.ts'
import { chromium } from '@playwright/test'
import { readDemoIds } from '../e2e/support/demo-ids.ts'
import { logIn } from '../e2e/support/people.ts'
import { routesFor } from '../e2e/support/routes.ts'
import { startProduct } from '../e2e/support/start-product.ts'
import { report, spreadOf, type Target } from './measuring/report.ts'
import { mondayInWeeks } from './planner/busy-week.ts'
import { fillWeek } from './planner/fill.ts'
import { interactionOn } from './staff-pages/interactions.ts'
import { slowdown, visitPage, type Visit } from './staff-pages/visit.ts'

/**
 * `npm run bench -- staff-pages [runs] [only]`: the first visit of every staff page in a fresh browser, on the
 * demo and a planner with a busy week: all bytes that travel until no request has come for two seconds after the
 * load event (headers included, scripts that load when idle as well), the largest contentful paint, and the
 * slowest of some interactions. `only`: the beginning of the paths to visit.
 */
const runs = Number(process.argv[2] ?? 3)
const only = process.argv[3] ?? '/'
const product = await startProduct()
const browser = await chromium.launch({
  ...(process.env.PLAYWRIGHT_CHROMIUM && { executablePath: process.env.PLAYWRIGHT_CHROMIUM }),
  // Chromium's sandbox cannot be set up by root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const busyWeek = mondayInWeeks(1)
  const ids = await readDemoIds(product.url)
  await fillWeek(await product.databaseUrl(), busyWeek)
  const logins = { administrator: await logIn(product.url, 'administrator'), mentor: await logIn(product.url, 'mentor') }
  const areas = { administrator: 'admin', mentor: 'mentor' } as const
  const routes = (['administrator', 'mentor'] as const).flatMap(who =>
    [
      ...routesFor(who, ids).flatMap(([path, landing]) => (landing === null && areaOf(path) === areas[who] ? [path] : [])),
      ...(who === 'administrator' ? [`${pages.planner.path}?date=${busyWeek}`] : []),
    ].map(path => ({ path, login: logins[who] })),
  )
  const visits = new Map<string, Visit[]>()
  console.log('run      kB  files  LCP ms  INP ms  page')
  for (let run = 1; run <= runs; run += 1) {
    for (const { path, login } of routes.filter(route => route.path.startsWith(only))) {
      const visit = await visitPage(browser, product.url + path, { login, interact: interactionOn(path) })
      visits.set(path, [...(visits.get(path) ?? []), visit])
      console.log(row(run, path, visit))
    }
  }

  const medians = [...visits].map(([path, of]) => {
    const middle = (read: (visit: Visit) => number) => spreadOf(of.map(read)).median
    return {
      path,
      kB: middle(({ bytes }) => bytes) / 1000,
      paintMs: middle(visit => visit.paintMs),
      inputMs: middle(visit => visit.inputMs),
    }
  })
  const worst = (what: string, unit: string, atMost: number, read: (page: (typeof medians)[number]) => number): Target => {
    const [first] = medians.toSorted((a, b) => read(b) - read(a))
    return { what: `${what} (${first?.path})`, value: first ? read(first) : Number.NaN, atMost, unit }
  }
  const targets = [
    worst('heaviest page, compressed', 'kB', 250, ({ kB }) => kB),
    worst(`slowest largest contentful paint, processor ${slowdown} times slower`, 'ms', 1500, ({ paintMs }) => paintMs),
    worst(`slowest interaction to next paint, processor ${slowdown} times slower`, 'ms', 100, ({ inputMs }) => inputMs),
  ]
  const [heaviest, paint, input] = targets.map(({ value }) => value)
  await report('staff-pages', {
    figures: { medians, visits: Object.fromEntries(visits) },
    targets,
    main: `${medians.length} staff pages: at most ${heaviest?.toFixed(0)} kB, largest paint after ${paint?.toFixed(0)} ms, interactions in ${input?.toFixed(0)} ms (medians of ${runs})`,
    versions: { chromium: browser.version() },
  })
} finally {
  await browser.close()
  await product.stop()
}

function row(run: number, path: string, { bytes, requests, paintMs, inputMs, slowest }: Visit): string {
  const cells = [
    String(run).padStart(3),
    (bytes / 1000).toFixed(1).padStart(6),
    String(requests.length).padStart(5),
    ...[paintMs, inputMs].map(ms => ms.toFixed(0).padStart(6)),
  ]
  return [...cells, path, `(${slowest})`].join('  ')
}
