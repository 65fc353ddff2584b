import { demoLogins, demoPassword } from '../database/demo/demo-logins.ts'
import { send } from '../e2e/support/client.ts'
import { startProduct } from '../e2e/support/start-product.ts'
import { listCalls } from './lists/calls.ts'
import { findExamples } from './lists/examples.ts'
import { measure, type Measured } from './lists/measure.ts'
import { report, type Spread, spreadOf } from './measuring/report.ts'
import { growOrganisation } from './organisation/grow.ts'
import { readSize } from './organisation/size.ts'

/**
 * `npm run bench -- lists [people] [appointments]`: what the lists of the administration take at that size, over
 * HTTP, four requests at once: all of them, five times. Pass: the median of the slowest list's five p99 is at most
 * 50 ms.
 */
const maxP99Ms = 50
const rounds = 5
const size = readSize(process.argv.slice(2))
const product = await startProduct()
try {
  const { url } = product
  const seconds = await growOrganisation(await product.databaseUrl(), size, console.log)
  console.log(`${size.people} people and ${size.appointments} appointments in ${seconds.toFixed(0)} s`)
  const { body } = await send(url, 'POST', '/api/login', { body: { phone: demoLogins[0].phone, password: demoPassword } })
  const { token } = body as unknown as { token: string }
  const examples = await findExamples(await product.databaseUrl())

  const lists = Object.entries(listCalls(examples)).map(([name, paths]) => ({ name, paths, rounds: [] as Measured[] }))
  for (let round = 1; round <= rounds; round += 1) {
    for (const list of lists) list.rounds.push(await measure(url, token, list.paths))
    console.log(`round ${round} of ${rounds}`)
  }
  const results = lists.map(({ name, rounds: measured }) => ({ name, ...summarise(measured) }))
  console.log(`\n${'list'.padEnd(44)}   p50 ms   p99 ms (medians; least and most)`)
  for (const result of results) console.log(row(result))
  const slowest = results.toSorted((a, b) => b.p99.median - a.p99.median)[0]!
  const refused = results.filter(result => result.refused.size > 0).length
  await report('lists', {
    figures: { size, grown_s: seconds, lists: results.map(({ refused: _, ...result }) => result) },
    targets: [
      { what: `p99 of the slowest list, ${slowest.name},`, value: slowest.p99.median, atMost: maxP99Ms, unit: 'ms' },
      { what: 'lists where anything was refused', value: refused, atMost: 0, unit: '' },
    ],
    main: `slowest of ${results.length} lists, ${slowest.name}: p50 ${slowest.p50.median.toFixed(1)} ms, p99 ${slowest.p99.median.toFixed(1)} ms (${slowest.p99.min.toFixed(1)}–${slowest.p99.max.toFixed(1)})`,
  })
} finally {
  await product.stop()
}

interface Summary {
  p50: Spread
  p99: Spread
  /** How many were measured in all, and whether that were all that were meant to be. */
  asked: number
  whole: boolean
  refused: Map<string, number>
}

function summarise(measured: readonly Measured[]): Summary {
  const refused = new Map<string, number>()
  for (const one of measured) for (const [what, count] of one.refused) refused.set(what, (refused.get(what) ?? 0) + count)
  return {
    p50: spreadOf(measured.map(({ p50 }) => p50)),
    p99: spreadOf(measured.map(({ p99 }) => p99)),
    asked: measured.reduce((sum, { asked }) => sum + asked, 0),
    whole: measured.every(({ whole }) => whole),
    refused,
  }
}

function row({ name, p50, p99, refused, asked, whole }: Summary & { name: string }): string {
  const failed = [...refused].map(([what, count]) => `${count} × ${what}`)
  const remarks = [
    ...(failed.length > 0 ? [`FAILED ${failed.join(', ')}`] : p99.median <= maxP99Ms ? [] : ['slow']),
    ...(whole ? [] : [`only ${asked} asked`]),
  ]
  const spread = `(${p99.min.toFixed(0)}–${p99.max.toFixed(0)})`
  return `${name.padEnd(44)} ${p50.median.toFixed(1).padStart(8)} ${p99.median.toFixed(1).padStart(8)} ${spread.padEnd(9)} ${remarks.join(', ')}`.trimEnd()
}
