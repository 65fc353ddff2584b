import { startProduct } from '../e2e/support/start-product.ts'
import { fillYear } from './calendars/fill.ts'
import { quantile, report, spreadOf } from './measuring/report.ts'

/**
 * `npm run bench -- calendars`: how long a year's calendar takes, of a client and of a mentor with 2,000
 * appointments and of a place with 10,000 in 250 sessions, fetched over HTTP one after the other, in full and by a
 * client that has the current version. Pass: the median of five rounds' medians is at most 50 ms.
 */
const maxMedianMs = 50
const [rounds, asked] = [5, 20]
const product = await startProduct()
try {
  const addresses = await fillYear(await product.databaseUrl())
  const fetchOne = async (path: string, known?: string) => {
    const start = performance.now()
    const answer = await fetch(product.url + path, { headers: known ? { 'if-none-match': known } : {} })
    const text = await answer.text()
    return { ms: performance.now() - start, status: answer.status, tag: answer.headers.get('etag') ?? '', text }
  }
  const measured = Object.entries(addresses).flatMap(([of, path]) =>
    [false, true].map(known => ({
      of: known ? `${of}, known` : of,
      path,
      known,
      events: 0,
      kB: 0,
      p50: [] as number[],
      p99: [] as number[],
    })),
  )
  for (let round = 0; round <= rounds; round += 1)
    for (const one of measured) {
      const first = await fetchOne(one.path)
      one.events = first.text.split('BEGIN:VEVENT').length - 1
      one.kB = Math.round(first.text.length / 1000)
      const times: number[] = []
      for (let count = 0; count < asked; count += 1) {
        const { ms, status } = await fetchOne(one.path, one.known ? first.tag : undefined)
        if (status !== (one.known ? 304 : 200)) throw new Error(`${one.of} answered ${status}`)
        times.push(ms)
      }
      times.sort((a, b) => a - b)
      // The first round warms up.
      if (round > 0) {
        one.p50.push(quantile(times, 0.5))
        one.p99.push(quantile(times, 0.99))
      }
    }
  const results = measured.map(({ of, events, kB, p50, p99 }) => ({ of, events, kB, p50: spreadOf(p50), p99: spreadOf(p99) }))
  for (const { of, events, kB, p50, p99 } of results)
    console.log(`${of.padEnd(16)} ${events} events, ${kB} kB: p50 ${p50.median.toFixed(1)} ms, p99 ${p99.median.toFixed(1)} ms`)
  await report('calendars', {
    figures: results,
    targets: [
      ...results.map(({ of, p50 }) => ({ what: `${of}, p50`, value: p50.median, atMost: maxMedianMs, unit: 'ms' })),
      { what: 'events of a mentor', value: results.find(({ of }) => of === 'mentor')?.events ?? 0, atLeast: 2000, unit: '' },
      { what: 'sessions of a place', value: results.find(({ of }) => of === 'place')?.events ?? 0, atLeast: 250, unit: '' },
    ],
    main: results.map(({ of, p50 }) => `${of} ${p50.median.toFixed(1)} ms`).join(', '),
  })
} finally {
  await product.stop()
}
