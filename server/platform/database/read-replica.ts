import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { copyReads } from '../metrics/measures.ts'
import { connectReplica, type Connection } from './connection.ts'
import type { ConnectionShare } from './connection-budget.ts'
import type { QueryCache } from './query-cache.ts'

/**
 * Runs a read on the replica once it has everything written so far, and otherwise on the primary. Never for
 * what a decision depends on.
 */
export type ReadFromReplica = <Answer>(read: (db: Connection) => Promise<Answer>) => Promise<Answer>

/**
 * How long a read waits for the replica to catch up, how often it looks, and how long a lagging one is then
 * left out.
 */
const [maxLagMs, pollMs, laggingPauseMs] = [200, 20, 1000]
/** How long a replica that failed is left out. */
const defaultFailurePauseMs = 10_000

/**
 * Connects to a replica made by streaming replication (`OPENHOUR_REPLICA_URL`). Each read first asks the
 * primary for the end of its log, and the replica must have replayed it, on the connection that then reads: a
 * caller finds what they have just written, on whichever server. A read that fails on the replica, for example because recovery cancels it,
 * runs again on the primary.
 */
export function openReadReplica(
  url: string,
  primary: Connection,
  onError: (error: Error) => void,
  {
    failurePauseMs = defaultFailurePauseMs,
    cache,
    share,
  }: { failurePauseMs?: number; cache?: QueryCache; share?: ConnectionShare | undefined } = {},
): { readFromReplica: ReadFromReplica; close(): Promise<void> } {
  const replica = connectReplica(url, { onError, cache, share })
  let pausedUntil = 0

  const hasReplayed = async (copy: Connection, position: string) => {
    const { rows } = await sql<{ there: boolean | null }>`SELECT pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS there`.execute(copy)
    return rows[0]?.there ?? false
  }
  const hasCaughtUp = async (copy: Connection) => {
    const { rows } = await sql<{ end: string }>`SELECT pg_current_wal_lsn()::text AS end`.execute(primary)
    const end = rows[0]?.end ?? ''
    const until = performance.now() + maxLagMs
    while (!(await hasReplayed(copy, end))) {
      if (performance.now() > until) return false
      await pause(pollMs)
    }
    return true
  }

  return {
    async readFromReplica(read) {
      if (performance.now() >= pausedUntil) {
        try {
          const found = await replica.connection(async copy => ((await hasCaughtUp(copy)) ? { answer: await read(copy) } : null))
          if (found) {
            copyReads.inc({ outcome: 'copy' })
            return found.answer
          }
          pausedUntil = performance.now() + laggingPauseMs
          copyReads.inc({ outcome: 'behind' })
        } catch (error) {
          pausedUntil = performance.now() + failurePauseMs
          copyReads.inc({ outcome: 'failed' })
          onError(error as Error)
        }
      }
      return read(primary)
    },
    close: replica.close,
  }
}
