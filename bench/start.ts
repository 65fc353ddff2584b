import { setTimeout as pause } from 'node:timers/promises'
import { freeTimes } from '../e2e/support/client.ts'
import { startProduct } from '../e2e/support/start-product.ts'
import { keepAsking } from './measuring/load.ts'
import { report, spreadOf } from './measuring/report.ts'
import { largestWhile, readMemory, total, type Memory } from './measuring/memory.ts'

/**
 * `npm run bench -- start [starts]`: from starting the process to `GET /api/health/ready` answering 200, on fresh
 * data and on data that are there, and the memory of the server and its PostgreSQL together, at rest and under
 * searches.
 */
const starts = Number(process.argv[2] ?? 5)
/**
 * How long after its start or its last request it is at rest, in milliseconds. A demo goes on sending its first
 * messages for a quarter of a minute, and V8 gives memory back only some time after that.
 */
const settling = 60_000
const mb = (bytes: number) => (bytes / 1e6).toFixed(0)
const searches = { concurrency: 32, seconds: 10, expected: 200 }

const times: Record<string, number[]> = {}
const note = (kind: string, ms: number) => {
  ;(times[kind] ??= []).push(ms)
  console.log(`${kind.padEnd(24)} ${ms.toFixed(0).padStart(6)} ms`)
}

for (let count = 0; count < starts; count += 1) {
  for (const mode of ['production', 'demo'] as const) {
    let product = await startProduct({ mode })
    try {
      note(`${mode}, fresh data`, product.readyMs)
      await product.rest()
      product = await product.restart()
      note(`${mode}, existing data`, product.readyMs)
    } finally {
      await product.stop()
    }
  }
}

const memory = await weigh()
const medians = Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, spreadOf(list)]))
console.log()
for (const [kind, { median, min, max }] of Object.entries(medians)) {
  console.log(`${kind.padEnd(24)} median ${median.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})`)
}
for (const [when, parts] of Object.entries(memory)) {
  console.log(`memory ${when.padEnd(17)} ${parts.map(({ who, pss, rss }) => `${who} ${mb(pss)} MB (RSS ${mb(rss)})`).join(', ')}`)
}
const warm = Math.max(...['production', 'demo'].map(mode => medians[`${mode}, existing data`]?.median ?? Number.NaN))
const idle = total(memory['at rest'])
await report('start', {
  figures: { starts: times, medians, memory },
  targets: [
    { what: 'start on existing data, the slower mode', value: warm, atMost: 1500, unit: 'ms' },
    ...(process.platform === 'linux' ? [{ what: 'memory at rest with the database', value: idle / 1e6, atMost: 180, unit: 'MB' }] : []),
  ],
  main: `ready after ${(warm / 1000).toFixed(2)} s on existing data; ${mb(idle)} MB at rest with the database, ${mb(total(memory['under searches']))} MB under searches`,
})

/** A demo that was started before, at rest; then while many search; then at rest again. */
async function weigh(): Promise<Record<'at rest' | 'under searches' | 'at rest afterwards', Memory[]>> {
  const first = await startProduct()
  await first.rest()
  const product = await first.restart()
  try {
    await pause(settling)
    const atRest = await readMemory(product)
    const { supportTypeId } = await freeTimes(product.url, 1)
    const path = `/api/search-schedule/${supportTypeId}`
    const { largest, value } = await largestWhile(
      product,
      keepAsking(product.url, searches, () => ({ method: 'GET', path })),
    )
    if (value.other.size > 0) throw new Error(`searches were refused: ${[...value.other.keys()].join(', ')}`)
    console.log(`\n${value.done} searches by ${searches.concurrency} at once`)
    await pause(settling)
    return { 'at rest': atRest, 'under searches': largest, 'at rest afterwards': await readMemory(product) }
  } finally {
    await product.stop()
  }
}
