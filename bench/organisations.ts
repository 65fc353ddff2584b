import { request } from 'undici'
import type { RunningProduct } from '../e2e/support/start-product.ts'
import { startConstantLoad } from './drill-support/constant-load.ts'
import { keepAsking } from './measuring/load.ts'
import { readProcess } from './measuring/memory.ts'
import { readOptions } from './measuring/options.ts'
import { quantile, report, spreadOf } from './measuring/report.ts'
import { makeInstallation, type Visited } from './organisations/installation.ts'

/**
 * `npm run bench -- organisations [--organisations 100] [--rounds 5] [--seconds 15]`: one process for so many
 * organisations, of which some have many visitors and most have few (by Zipf's law), against a server of its own for one
 * organisation with the same contents and load in the same run; memory of an open organisation; the first request to a
 * closed one; and how much slower others become when one is overloaded. Visitors search free times, open the first page
 * and look at their own profile.
 */
const { organisations: count, rounds, seconds } = readOptions({ organisations: 100, rounds: 5, seconds: 15 })
const [concurrency, overload] = [32, 128]
/** Of the throughput, what others ask for while one is overloaded: each organisation the same. */
const calmPart = 0.15
const busy = Math.min(20, count - 1)

const installation = await makeInstallation(count)
const { organisations, alone } = installation

/** Where the next visitor goes: the second has half as many as the first, the third a third. */
const weights = organisations.map((_, index) => 1 / (index + 1))
const sum = weights.reduce((all, one) => all + one, 0)
function choose(visited: readonly Visited[]): Visited {
  let left = Math.random() * sum
  const index = weights.findIndex(weight => (left -= weight) < 0)
  return visited[index] ?? visited[0]!
}

async function askOnce(url: string, visited: Visited): Promise<{ ms: number; status: number }> {
  const began = performance.now()
  const { path, headers } = visited.next()
  const { statusCode, body } = await request(new URL(path, url), { ...(headers && { headers }) })
  await body.dump()
  return { ms: performance.now() - began, status: statusCode }
}

/** Opens all, one after the other; answers how long the first request to each took. */
async function openAll(url: string): Promise<number[]> {
  const times: number[] = []
  for (const visited of organisations) {
    const { ms, status } = await askOnce(url, visited)
    if (status !== 200) throw new Error(`${visited.host} answered ${status}`)
    times.push(ms)
  }
  return times
}

async function measureRate(url: string, next: () => Visited): Promise<number> {
  const load = { concurrency, seconds, expected: 200 }
  await keepAsking(url, { ...load, seconds: Math.max(2, seconds / 3) }, () => next().next())
  const { rate, other } = await keepAsking(url, load, () => next().next())
  if (other.size > 0) throw new Error(`refused, such as: ${[...other.keys()][0]}`)
  return rate
}

/** The p99 of all but the first organisation at a calm pace, while `meanwhile` goes on. */
async function measureOthers(url: string, rate: number, meanwhile: () => Promise<unknown>): Promise<number> {
  const load = startConstantLoad(rate, number => askOnce(url, organisations[1 + (number % busy)]!))
  await meanwhile()
  await load.end()
  const refused = load.done.filter(({ status }) => status !== 200).length
  if (refused > 0) throw new Error(`${refused} of ${load.done.length} requests to others were refused`)
  return quantile(
    load.done.map(({ ms }) => ms).toSorted((a, b) => a - b),
    0.99,
  )
}

const memoryOf = async ({ pid }: RunningProduct) => (await readProcess(pid)).pss / 1e6
const figures = {
  alone: [] as number[],
  many: [] as number[],
  cold: [] as number[],
  memory: [] as number[],
  calm: [] as number[],
  overloaded: [] as number[],
}
const refusals = new Map<string, number>()
try {
  for (let round = 0; round < rounds; round += 1) {
    const one = await installation.start('alone')
    figures.alone.push(await measureRate(one.url, () => choose(alone)).finally(one.stop))
    const many = await installation.start('many')
    try {
      await askOnce(many.url, organisations[0]!)
      const before = await memoryOf(many)
      figures.cold.push(...(await openAll(many.url)))
      figures.memory.push(((await memoryOf(many)) - before) / (count - 1))
      const rate = await measureRate(many.url, () => choose(organisations))
      figures.many.push(rate)
      const calm = rate * calmPart
      const asGreat = { concurrency: 1, seconds, expected: 200 }
      figures.calm.push(await measureOthers(many.url, calm, () => keepAsking(many.url, asGreat, () => organisations[0]!.next())))
      await measureOthers(many.url, calm, async () => {
        const { other } = await keepAsking(many.url, { ...asGreat, concurrency: overload }, () => organisations[0]!.next())
        for (const [what, times] of other) refusals.set(what.slice(0, 3), (refusals.get(what.slice(0, 3)) ?? 0) + times)
      }).then(p99 => figures.overloaded.push(p99))
    } finally {
      await many.stop()
    }
    const last = (list: readonly number[]) => (list.at(-1) ?? Number.NaN).toFixed(1)
    console.log(
      `round ${round + 1}: alone ${last(figures.alone)}/s, many ${last(figures.many)}/s; ${last(figures.memory)} MB each; p99 of others ${last(figures.calm)} ms, next to an overloaded one ${last(figures.overloaded)} ms`,
    )
  }
} finally {
  await installation.stop()
}

const median = (list: readonly number[]) => spreadOf(list).median
const ratio = median(figures.many.map((rate, round) => rate / (figures.alone[round] ?? Number.NaN)))
const growth = median(figures.overloaded.map((p99, round) => p99 / (figures.calm[round] ?? Number.NaN)))
const cold = Math.max(...figures.cold)
console.log(
  `refused to the overloaded one, by status: ${[...refusals].map(([status, times]) => `${times} × ${status}`).join(', ') || 'none'}`,
)
await report('organisations', {
  figures: { organisations: count, ...figures },
  targets: [
    { what: 'throughput against one organisation alone', value: ratio, atLeast: 0.8, unit: '' },
    { what: 'memory of an open organisation', value: median(figures.memory), atMost: 8, unit: 'MB' },
    { what: 'first request to a closed organisation, the slowest', value: cold, atMost: 2000, unit: 'ms' },
    { what: 'growth of the p99 of others next to an overloaded one', value: growth, atMost: 1.2, unit: '' },
  ],
  main: `${count} organisations: ${ratio.toFixed(2)} of the throughput of one, ${median(figures.memory).toFixed(1)} MB each, cold ${cold.toFixed(0)} ms, p99 of others ${growth.toFixed(2)} ×`,
})
