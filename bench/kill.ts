import { killInMidBooking } from '#e2e/support/kill-cycle.ts'
import { startProduct } from '#e2e/support/start-product.ts'

/** `npm run bench -- kill [cycles]`. Pass: no acknowledged booking lost, ready again within 5 s each time. */
const cycles = Number(process.argv[2] ?? 5)
const bookings = 30
const total = { acknowledged: 0, lost: 0, slowest: 0 }

let product = await startProduct()
try {
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const result = await killInMidBooking(product, bookings, cycle * bookings)
    product = result.product
    total.acknowledged += result.acknowledged
    total.lost += result.lost
    total.slowest = Math.max(total.slowest, result.readyMs)
    console.log(
      `kill ${cycle + 1}: ${result.acknowledged} acknowledged before it, ${result.lost} lost, ready again after ${result.readyMs.toFixed(0)} ms`,
    )
  }
  console.log(
    `${total.lost} of ${total.acknowledged} acknowledged bookings lost in ${cycles} kills; slowest restart ${total.slowest.toFixed(0)} ms`,
  )
  process.exitCode = total.lost === 0 && total.slowest < 5000 ? 0 : 1
} finally {
  await product.stop()
}
