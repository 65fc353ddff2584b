import { freeTimes, publishedVersions, registerClient, send, type FreeTime } from './client.ts'
import type { RunningProduct } from './start-product.ts'

/** What one kill did. */
export interface KillCycle {
  product: RunningProduct
  acknowledged: number
  lost: number
  /** From starting again to ready. */
  readyMs: number
}

interface Booked {
  token: string
  id: string
}

/**
 * Kills the server with SIGKILL in the middle of `bookings` bookings under way at once, starts it again on the same data, and looks whether every booking
 * that was acknowledged is there. Each is a new client's, so that no policy stands in the way; `firstNumber` tells the clients of several cycles apart.
 */
export async function killInMidBooking(product: RunningProduct, bookings: number, firstNumber: number): Promise<KillCycle> {
  const { url } = product
  const versions = await publishedVersions(url)
  const tokens = await Promise.all(Array.from({ length: bookings }, (_, index) => registerClient(url, firstNumber + index, versions)))
  const { times } = await freeTimes(url, bookings)
  const acknowledged = await bookUntilKilled(product, times, tokens, versions)
  const start = performance.now()
  const next = await product.restart()
  const readyMs = performance.now() - start
  const found = await Promise.all(acknowledged.map(({ token, id }) => send(next.url, 'GET', `/api/appointments/${id}`, { token })))
  return { product: next, acknowledged: acknowledged.length, lost: found.filter(({ status }) => status !== 200).length, readyMs }
}

/** Books all at once and kills after a third of the answers; the rest find nobody there. */
async function bookUntilKilled(product: RunningProduct, times: FreeTime[], tokens: string[], versions: string[]): Promise<Booked[]> {
  const acknowledged: Booked[] = []
  let killing: Promise<void> | undefined
  await Promise.allSettled(
    times.map(async (time, index) => {
      const token = tokens[index]!
      const { status, body } = await send(product.url, 'POST', '/api/appointments', {
        token,
        body: { ...time, accepted_version_ids: versions },
      })
      if (status === 201) acknowledged.push({ token, id: body.id! })
      if (acknowledged.length >= times.length / 3) killing ??= product.kill()
    }),
  )
  if (!killing)
    throw new Error(`only ${acknowledged.length} of ${times.length} bookings were acknowledged, too few to kill in their middle`)
  await killing
  return acknowledged
}
