import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { KeptContentTexts } from '../content-texts.ts'
import type { Connection } from '../database/connection.ts'
import type { QueryCache } from '../database/query-cache.ts'
import type { ReadFromReplica } from '../database/read-replica.ts'
import type { EmbeddedPostgres } from '../embedded-postgres/start.ts'
import type { Live } from '../live.ts'
import type { RequestLimits } from '../request-limits.ts'
import type { StreamLimits } from './stream-limits.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { SafeFetch } from '../safe-fetch/fetch.ts'
import type { SessionGate } from '../session-gate.ts'

/** The services that features use. */
export interface Platform {
  /** The organisation's id in the directory; '' if the process has only one. */
  organisation: string
  db: Connection
  readFromReplica: ReadFromReplica
  clock: Clock
  settings: Settings
  /** Encrypts and decrypts secrets in the database. */
  secrets: SecretBox
  live: Live
  gate: SessionGate
  cache: QueryCache
  /** The organisation's own texts in the languages of readers. */
  contentTexts: KeptContentTexts
  limits: RequestLimits
  streams: StreamLimits
  safeFetch: SafeFetch
  /** The embedded database; null with DATABASE_URL. */
  embedded: Pick<EmbeddedPostgres, 'tries' | 'room'> | null
}

/** What features register their routes on. */
export interface App {
  http: FastifyInstance
  platform: Platform
}
