import { expect, test } from '@playwright/test'
import { killInMidBooking } from '../support/kill-cycle.ts'
import { startProduct } from '../support/start-product.ts'

test('no acknowledged booking is lost when the server is killed in the middle of bookings', async () => {
  const first = await startProduct()
  const { product, acknowledged, lost, readyMs } = await killInMidBooking(first, 30, 0)
  try {
    expect(acknowledged).toBeGreaterThanOrEqual(10)
    expect(lost).toBe(0)
    expect(readyMs).toBeLessThan(5000)
  } finally {
    await product.stop()
  }
})
