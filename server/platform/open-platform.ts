import type { Clock } from './clock.ts'
import type { Settings } from './config.ts'
import { keepContentTexts } from './content-texts.ts'
import { connect, type PoolSizes } from './database/connection.ts'
import type { ConnectionShare } from './database/connection-budget.ts'
import { createQueryCache } from './database/query-cache.ts'
import { openReadReplica } from './database/read-replica.ts'
import type { Platform } from './http/platform.ts'
import { type StreamLimits, streamLimitsOf } from './http/stream-limits.ts'
import { listenToDatabase } from './live.ts'
import { openRequestLimits } from './request-limits.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import { openSafeFetch } from './safe-fetch/fetch.ts'
import { openSessionGate } from './session-gate.ts'

interface Options {
  /** Its id in the directory. */
  organisation?: string
  clock: Clock
  settings: Settings
  secrets: SecretBox
  onError?: (error: Error) => void
  embedded?: Platform['embedded']
  /** How many connections each of its pools may have. */
  poolSizes?: Partial<PoolSizes>
  /** Of budgets that it shares with other organisations; the caller has reserved the connection that listens. */
  shares?: { primary: ConnectionShare; replica: ConnectionShare }
  /** Of the process, where it serves several organisations. */
  streams?: StreamLimits
}

/** Opens what features use, on a migrated database; `close` releases the database. */
export async function openPlatform(
  url: string,
  {
    organisation = '',
    clock,
    settings,
    secrets,
    onError = () => {},
    embedded = null,
    poolSizes,
    shares,
    streams = streamLimitsOf(settings),
  }: Options,
): Promise<{ platform: Platform; close(): Promise<void> }> {
  const live = await listenToDatabase(url)
  const cache = createQueryCache(live, () => clock.now().getTime())
  const { db, close } = connect(url, { onError, cache, ...(poolSizes && { sizes: poolSizes }), share: shares?.primary })
  const replica = settings.replicaUrl ? openReadReplica(settings.replicaUrl, db, onError, { cache, share: shares?.replica }) : null
  return {
    platform: {
      organisation,
      db,
      readFromReplica: replica?.readFromReplica ?? (read => read(db)),
      clock,
      settings,
      secrets,
      live,
      gate: openSessionGate(db),
      cache,
      contentTexts: keepContentTexts(db, live),
      limits: openRequestLimits(db, clock),
      streams,
      safeFetch: openSafeFetch(settings.privateNetworks),
      embedded,
    },
    async close() {
      await live.close()
      await Promise.all([close(), replica?.close()])
    },
  }
}
