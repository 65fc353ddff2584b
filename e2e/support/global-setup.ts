import { keepToCopy, startProduct } from './start-product.ts'

/**
 * One product for the whole run; its address reaches the workers through the environment they inherit, and so do
 * the data that their own begin with.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const kept = await Promise.all([keepToCopy('demo'), keepToCopy('production')])
  // A journey has another system on this machine told.
  const { url, stop } = await startProduct({ settings: { OPENHOUR_PRIVATE_NETWORKS: '127.0.0.1' } })
  process.env.PRODUCT_URL = url
  return async () => {
    await stop()
    await Promise.all(kept.map(remove => remove()))
  }
}
