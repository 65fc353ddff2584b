import { startProduct } from './start-product.ts'

/** One product for the whole run; its address reaches the workers through the environment they inherit. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await startProduct()
  process.env.PRODUCT_URL = url
  return stop
}
