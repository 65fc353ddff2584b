import { startProduct } from '../e2e/support/start-product.ts'
import { growOrganisation } from './organisation/grow.ts'
import { readSize } from './organisation/size.ts'

/**
 * `npm run bench -- organisation [people] [appointments]`: makes a large organisation on the release's own
 * migrations and says how long it took.
 */
const size = readSize(process.argv.slice(2))
const product = await startProduct()
try {
  const seconds = await growOrganisation(await product.databaseUrl(), size, console.log)
  console.log(`${size.people} people and ${size.appointments} appointments in ${seconds.toFixed(0)} s, all promises kept`)
} finally {
  await product.stop()
}
