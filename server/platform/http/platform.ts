import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { Connection } from '../database/connection.ts'
import type { QueryCache } from '../database/query-cache.ts'
import type { ReadFromReplica } from '../database/read-replica.ts'
import type { EmbeddedPostgres } from '../embedded-postgres/start.ts'
import type { Live } from '../live.ts'
import type { RequestLimits } from '../request-limits.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { SafeFetch } from '../safe-fetch/fetch.ts'
import type { SessionGate } from '../session-gate.ts'

/** What every feature stands on. */
export interface Platform {
  db: Connection
  readFromReplica: ReadFromReplica
  clock: Clock
  settings: Settings
  /** Encrypts and decrypts what the database must not hold in plaintext. */
  secrets: SecretBox
  live: Live
  gate: SessionGate
  cache: QueryCache
  limits: RequestLimits
  safeFetch: SafeFetch
  /** The database that this server runs itself; null where it is somebody else's. */
  embedded: Pick<EmbeddedPostgres, 'tries' | 'room'> | null
}

export interface App {
  http: FastifyInstance
  platform: Platform
}
