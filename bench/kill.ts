import { startProduct } from '#e2e/support/start-product.ts'
import { freeTimes, publishedVersions, registerClient, send } from './client.ts'

const cycles = Number(process.argv[2] ?? 5)
const bookingsPerCycle = 30

/**
 * Kills the server with SIGKILL in the middle of bookings, starts it again on the same data, and looks whether every booking that was acknowledged
 * is there. Each booking is a new client's, so that no policy stands in the way. Pass: none lost, ready again within 5 s.
 */
let product = await startProduct()
try {
  let acknowledged = 0
  let lost = 0
  let slowest = 0
  let number = 0
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const { url } = product
    const versions = await publishedVersions(url)
    const tokens = await Promise.all(Array.from({ length: bookingsPerCycle }, () => registerClient(url, (number += 1), versions)))
    const { times } = await freeTimes(url, bookingsPerCycle)
    const kept: { token: string; id: string }[] = []
    // The kill comes after a third of the answers, while the others are still under way.
    const killed = new Promise<void>(resolve => {
      void Promise.allSettled(
        times.map(async (time, index) => {
          const token = tokens[index]!
          const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
          if (status !== 201) throw new Error(`booking answered ${status}: ${body.code}`)
          kept.push({ token, id: body.id! })
          if (kept.length === Math.floor(bookingsPerCycle / 3)) resolve(product.kill())
        }),
      )
    })
    await killed
    const start = performance.now()
    product = await product.restart()
    const ready = performance.now() - start
    slowest = Math.max(slowest, ready)
    const found = await Promise.all(kept.map(({ token, id }) => send(product.url, 'GET', `/api/appointments/${id}`, { token })))
    const missing = found.filter(({ status }) => status !== 200).length
    acknowledged += kept.length
    lost += missing
    console.log(`cycle ${cycle}: ${kept.length} acknowledged before the kill, ${missing} lost, ready again after ${ready.toFixed(0)} ms`)
  }
  console.log(`${lost} of ${acknowledged} acknowledged bookings lost in ${cycles} kills; slowest restart ${slowest.toFixed(0)} ms`)
  process.exitCode = lost === 0 && slowest < 5000 && acknowledged > 0 ? 0 : 1
} finally {
  await product.stop()
}
