import { demoLogins, demoPassword } from '#database/demo/demo-logins.ts'
import { send } from '#e2e/support/client.ts'
import { startProduct } from '#e2e/support/start-product.ts'
import { listCalls } from './lists/calls.ts'
import { findExamples } from './lists/examples.ts'
import { measure, type Measured } from './lists/measure.ts'
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
  console.log(`\n${results.filter(({ p99 }) => p99 < most).length} of ${results.length} lists with p99 below ${most} ms`)
  console.log(`slowest list, ${slowest.name}: p50 ${slowest.p50.toFixed(1)} ms, p99 ${slowest.p99.toFixed(1)} ms`)
  process.exitCode = slowest.p99 < most && results.every(({ refused }) => refused === 0) ? 0 : 1
} finally {
  await product.stop()
}

function row(name: string, { p50, p99, refused }: Measured): string {
  const remark = refused > 0 ? `  ${refused} refused` : p99 < most ? '' : '  slow'
  return `${name.padEnd(44)} ${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)}${remark}`
}
