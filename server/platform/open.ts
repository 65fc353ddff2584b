import type { Clock } from './clock.ts'
import type { Settings } from './config.ts'
import { connect } from './database.ts'
import { keepFresh } from './fresh.ts'
import type { Platform } from './http/platform.ts'
import { listenToDatabase } from './live.ts'
import { openReadCopy } from './read-copy.ts'
import { openRequestLimits } from './request-limits.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import { openSafeFetch } from './safe-fetch/fetch.ts'
import { openSessionGate } from './session-gate.ts'

interface Options {
  clock: Clock
  settings: Settings
  secrets: SecretBox
  onError?: (error: Error) => void
  embedded?: Platform['embedded']
}

/** What every feature stands on, on a migrated database; `close` lets go of the database. */
export async function openPlatform(
  url: string,
  { clock, settings, secrets, onError = () => {}, embedded = null }: Options,
): Promise<{ platform: Platform; close(): Promise<void> }> {
  const { db, prepared, close } = connect(url, { onError })
  const copy = settings.replicaUrl ? openReadCopy(settings.replicaUrl, db, onError) : null
  const live = await listenToDatabase(url)
  return {
    platform: {
      db,
      prepared,
      lookBack: copy?.lookBack ?? (read => read(db)),
      clock,
      settings,
      secrets,
      live,
      gate: openSessionGate(prepared),
      fresh: keepFresh(live, () => clock.now().getTime()),
      limits: openRequestLimits(prepared, clock),
      safeFetch: openSafeFetch(settings.privateNetworks),
      embedded,
    },
    async close() {
      await live.close()
      await Promise.all([close(), copy?.close()])
    },
  }
}
