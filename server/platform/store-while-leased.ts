import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from './http/database-errors.ts'

/** Something was handed over, but its row does not say so: it stays leased until the lease ends. */
export class ResultNotStored extends Error {
  constructor(cause: unknown) {
    super('The result of a delivery could not be stored', { cause })
  }
}

/** Between two attempts to store a result, in ms. */
const storePauseMs = 250

/**
 * Stores the result of a delivery. While the database is unavailable, as during a failover, it tries again until
 * the lease of `ms` ends: what has no result is sent again. Throws `ResultNotStored`.
 */
export async function storeWhileLeased(ms: number, store: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + ms; ; await pause(storePauseMs)) {
    try {
      return await store()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > end) throw new ResultNotStored(error)
    }
  }
}
