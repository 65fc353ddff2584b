import { keepDemoToCopy, startProduct } from './start-product.ts'

/** One product for the whole run; its address reaches the workers through the environment they inherit, and so does the demo that their own begin with. */
export default async function setUp(): Promise<() => Promise<void>> {
  const removeDemo = await keepDemoToCopy()
  const { url, stop } = await startProduct()
  process.env.PRODUCT_URL = url
  return async () => {
    await stop()
    await removeDemo()
  }
}
