import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Connection } from './database.ts'
import { copyReads } from './metrics/measures.ts'

/** For lists that look back, at any length: reads from a copy of the database that has everything written so far, and else from the database itself. Nothing is decided by what it answers. */
export type LookBack = <Answer>(read: (db: Connection) => Promise<Answer>) => Promise<Answer>

/** A copy that has not caught up within this is not waited for, and not asked for a while, in milliseconds. */
const [longestWait, lateFor] = [200, 1000]
const lookEvery = 20
/** One that fails is left alone for so long, in milliseconds. */
const usualRest = 10_000

/**
 * A copy made by streaming replication (`OPENHOUR_REPLICA_URL`). Where the log of the database ends is asked before each reading, and the copy has to have come as far: whoever has just changed something, at
 * whichever server, finds it in the list. What fails on the copy, such as a reading that its recovery cuts off, is read from the database.
 */
export function openReadCopy(
  url: string,
  db: Connection,
  onError: (error: Error) => void,
  { restFor = usualRest } = {},
): { lookBack: LookBack; close(): Promise<void> } {
  const copy = connect(url, { readOnly: true, onError })
  let restUntil = 0

  const hasCome = async (to: string) => {
    const { rows } = await sql<{ there: boolean | null }>`SELECT pg_last_wal_replay_lsn() >= ${to}::pg_lsn AS there`.execute(copy.db)
    return rows[0]?.there ?? false
  }
  const hasCaughtUp = async () => {
    const { rows } = await sql<{ end: string }>`SELECT pg_current_wal_lsn()::text AS end`.execute(db)
    const end = rows[0]?.end ?? ''
    const until = performance.now() + longestWait
    while (!(await hasCome(end))) {
      if (performance.now() > until) return false
      await pause(lookEvery)
    }
    return true
  }

  return {
    async lookBack(read) {
      if (performance.now() >= restUntil) {
        try {
          if (await hasCaughtUp()) {
            const answer = await read(copy.db)
            copyReads.inc({ outcome: 'copy' })
            return answer
          }
          restUntil = performance.now() + lateFor
          copyReads.inc({ outcome: 'behind' })
        } catch (error) {
          restUntil = performance.now() + restFor
          copyReads.inc({ outcome: 'failed' })
          onError(error as Error)
        }
      }
      return read(db)
    },
    close: copy.close,
  }
}
