import { inTime } from '../in-time.ts'

/** Pages do not wait longer for the database, in ms. */
export const pageTimeoutMs = 1000

/** Reads a value for a page: as it is now, or the last known one where the database does not answer in time. */
export function makeLastKnownReader<Value>(read: () => Promise<Value>, initial: Value): () => Promise<Value> {
  let known = initial
  const refresh = async () => {
    try {
      known = await read()
    } catch {
      // As long as the database is away.
    }
  }
  return async () => {
    await inTime(pageTimeoutMs, refresh())
    return known
  }
}
