import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../../drill-support/site.ts'
import { isThere } from '../../../e2e/support/is-there.ts'

/** More than the log may keep of old segments, in large pieces. */
const maxPieces = 200
const pieceBytes = 500_000
/** In milliseconds. */
const timeoutMs = 10_000
const noRoom = '53100'

/**
 * Writes into PostgreSQL's log until it cannot go on and stops: what some hours of bookings do on a full disk.
 * Either its first process is gone, or it has recovered by itself and has no room to let anybody in. Answers after
 * how many milliseconds, and which.
 */
export async function useUpLog(site: Site, postmaster: number): Promise<{ stoppedAfter: number; recovered: boolean }> {
  const start = performance.now()
  const since = () => performance.now() - start
  let size = pieceBytes
  let pieces = 0
  let ended = false
  while (isThere(postmaster) && since() < timeoutMs) {
    if (pieces > maxPieces) throw new Error(`PostgreSQL wrote ${(maxPieces * pieceBytes) / 1e6} MB more into its log on a full disk`)
    try {
      if (ended) {
        await site.reconnect()
        ;[ended, size] = [false, pieceBytes]
      }
      await site.database.query("SELECT pg_logical_emit_message(true, 'drill', repeat('x', $1))", [Math.floor(size)])
      if (size === pieceBytes) pieces += 1
      // A checkpoint may have made room again, which small pieces would take minutes to fill.
      size = Math.min(pieceBytes, size * 2)
    } catch (error) {
      // What is said of a statement has a code; a connection that ended has none, and the next one is refused for
      // want of room.
      const { code } = error as { code?: string }
      if (ended && code === noRoom) return { stoppedAfter: since(), recovered: true }
      if (code === undefined) ended = true
      // A large piece that does not fit is refused, and only a commit that does not stops PostgreSQL. What is left
      // may be as much as a large piece.
      size = Math.max(1000, size / 2)
      await pause(10)
    }
  }
  return { stoppedAfter: since(), recovered: false }
}
