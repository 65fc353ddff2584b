import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { Connection } from '../database.ts'
import type { Live } from '../live.ts'

/** What every feature stands on. */
export interface Platform {
  db: Connection
  clock: Clock
  settings: Settings
  live: Live
}

export interface App {
  http: FastifyInstance
  platform: Platform
}
