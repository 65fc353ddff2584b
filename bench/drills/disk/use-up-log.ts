import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Site } from '../../drilling/site.ts'
import { isThere } from '../../drilling/stop-postgres.ts'

/** More than the log may keep of old segments, in large pieces. */
const mostPieces = 200
const large = 500_000
/** In milliseconds. */
const patience = 10_000

/**
 * Writes into PostgreSQL's log until it cannot go on and stops: what some hours of bookings do on a full disk. Answers after how many milliseconds its first process was gone.
 */
export async function useUpLog(site: Site, postmaster: number): Promise<number> {
  const start = performance.now()
  let size = large
  let pieces = 0
  let ended = false
  while (isThere(postmaster) && performance.now() - start < patience) {
    if (pieces > mostPieces) throw new Error(`PostgreSQL wrote ${(mostPieces * large) / 1e6} MB more into its log on a full disk`)
    try {
      if (ended) {
        await site.reconnect()
        ;[ended, size] = [false, large]
      }
      await site.database.query("SELECT pg_logical_emit_message(true, 'drill', repeat('x', $1))", [Math.floor(size)])
      if (size === large) pieces += 1
    } catch (error) {
      // What is said of it has a code; a connection that ended does not, and nothing more is written over it.
      if (!(error instanceof pg.DatabaseError)) ended = true
      // A large piece that does not fit is refused, and only a commit that does not stops PostgreSQL; or the connection ended, because it stops. What is left may be as much as a large piece.
      size = Math.max(1000, size / 2)
      await pause(10)
    }
  }
  return performance.now() - start
}
