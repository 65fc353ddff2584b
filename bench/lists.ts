import { demoLogins, demoPassword } from '#database/demo/demo-logins.ts'
import { send } from '#e2e/support/client.ts'
import { startProduct } from '#e2e/support/start-product.ts'
import { listCalls } from './lists/calls.ts'
import { findExamples } from './lists/examples.ts'
import { measure, type Measured } from './lists/measure.ts'
import { report } from './measuring/report.ts'
import { growOrganisation } from './organisation/grow.ts'
import { readSize } from './organisation/size.ts'

/**
 * `npm run bench -- lists [people] [appointments]`: what the lists of the administration take at that size, over HTTP, four requests at once.
 * Pass: the slowest list's p99 is below 50 ms.
 */
const most = 50
const size = readSize(process.argv.slice(2))
const product = await startProduct()
try {
  const { url } = product
  const seconds = await growOrganisation(await product.databaseUrl(), size, console.log)
  console.log(`${size.people} people and ${size.appointments} appointments in ${seconds.toFixed(0)} s`)
  const { body } = await send(url, 'POST', '/api/login', { body: { phone: demoLogins[0].phone, password: demoPassword } })
  const { token } = body as unknown as { token: string }
  const examples = await findExamples(await product.databaseUrl())

  console.log(`\n${'list'.padEnd(44)}   p50 ms   p99 ms`)
  const results = []
  for (const [name, paths] of Object.entries(listCalls(examples))) {
    const result = await measure(url, token, paths)
    console.log(row(name, result))
    results.push({ name, ...result })
  }
  const slowest = results.toSorted((a, b) => b.p99 - a.p99)[0]!
  const refused = results.filter(result => result.refused.size > 0).length
  await report('lists', {
    figures: { size, grown_s: seconds, lists: results.map(({ refused: _, ...result }) => result) },
    targets: [
      { what: `p99 of the slowest list, ${slowest.name},`, value: slowest.p99, atMost: most, unit: 'ms' },
      { what: 'lists where anything was refused', value: refused, atMost: 0, unit: '' },
    ],
    main: `slowest of ${results.length} lists, ${slowest.name}: p50 ${slowest.p50.toFixed(1)} ms, p99 ${slowest.p99.toFixed(1)} ms`,
  })
} finally {
  await product.stop()
}

function isQuick({ p99, refused }: Measured): boolean {
  return p99 < most && refused.size === 0
}

function row(name: string, result: Measured): string {
  const { p50, p99, refused, asked, whole } = result
  const failed = [...refused].map(([what, count]) => `${count} × ${what}`)
  const remarks = [
    ...(failed.length > 0 ? [`FAILED ${failed.join(', ')}`] : isQuick(result) ? [] : ['slow']),
    ...(whole ? [] : [`only ${asked} asked`]),
  ]
  return `${name.padEnd(44)} ${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)}  ${remarks.join(', ')}`.trimEnd()
}
