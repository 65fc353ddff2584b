import type { ServerChoice } from '#database/connect/server-choice.ts'
import type { Acquire } from '../metrics/pools.ts'

/** A failure that took longer than this leaves its request no time for a second try, in ms. */
const maxFailureMs = 1000

/** The driver's error where all connections of a pool are in use: no fault of the server. */
const isPoolExhausted = (error: unknown) => error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/**
 * Acquires connections to the server of `choice`. Where no connection can be made, or the server has another
 * role now, the server is looked for again: for this connection if there is time, and for later ones.
 */
export function acquireFrom(choice: ServerChoice, acquire: Acquire): Acquire {
  return async () => {
    await choice.find()
    const used = choice.current
    const began = performance.now()
    try {
      return await acquire()
    } catch (error) {
      if (isPoolExhausted(error)) throw error
      const found = choice.find(used)
      if (performance.now() - began > maxFailureMs) {
        found.catch(() => {})
        throw error
      }
      await found
      if (choice.current === used) throw error
      return acquire()
    }
  }
}
