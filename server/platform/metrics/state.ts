import { Gauge, Registry } from 'prom-client'
import { findNewest, listBackups } from '../backup/stored-backups.ts'
import { inTime } from '../in-time.ts'
import type { Platform } from '../http/platform.ts'
import { readOutbox } from './outbox-queries.ts'
import { sharedGauge, sum } from './shared-gauge.ts'

/** A database without an answer for this long counts as down, in ms: Prometheus itself waits for 10 s. */
const maxWaitMs = 3000

/** Gauges that are read from databases. They are the same on every server, so dashboards take the maximum. */
export function openDatabaseState(register: Registry) {
  const gauge = (name: string, help: string, combine: (...values: number[]) => number) => sharedGauge({ name, help, combine, register })
  const up = gauge(
    'openhour_database_up',
    '1 where the database answers (of many organisations: all), 0 where not; what it would tell is missing then.',
    Math.min,
  )
  const waiting = gauge('openhour_outbox_waiting', 'Messages that wait to be sent, counted up to 10,000.', sum)
  const oldest = gauge('openhour_outbox_oldest_seconds', 'For how long the longest waiting message has been due.', Math.max)

  return {
    up,
    /** Resolves to whether the database answered in time. */
    async look({ db, clock, organisation }: Pick<Platform, 'db' | 'clock' | 'organisation'>): Promise<boolean> {
      const answer = readOutbox(db, clock.now()).catch(() => undefined)
      const outbox = await inTime(maxWaitMs, answer)
      up.set(organisation, outbox ? 1 : 0)
      waiting.set(organisation, outbox?.waiting)
      oldest.set(organisation, outbox?.oldestSeconds)
      return outbox !== undefined
    },
    keep(organisations: ReadonlySet<string>): void {
      for (const one of [up, waiting, oldest]) one.keep(organisations)
    },
  }
}

/** Gauges of a process that serves one organisation, which are read on request. */
export function openState(platform: Platform): { state: Registry; look(): Promise<void> } {
  const { clock, settings, embedded } = platform
  const state = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [state] })
  const database = openDatabaseState(state)
  // Where there are none, or they are not ours to make, there is no age: the alert asks for its absence as well.
  const makesBackups = !settings.databaseUrl && settings.backups.intervalMinutes > 0
  const backupAge = makesBackups
    ? gauge('openhour_backup_age_seconds', 'How long ago the newest backup began; -1 where there is none, or none can be read.')
    : undefined
  // Your own PostgreSQL's disk cannot be seen from here.
  const room = settings.databaseUrl ? undefined : gauge('openhour_disk_free_bytes', 'Room on the disk of the embedded database.')

  return {
    state,
    async look() {
      const now = clock.now()
      const newest = backupAge && findNewest(await listBackups(settings.backups.directory).catch(() => []), now)
      backupAge?.set(newest ? (now.getTime() - newest.began.getTime()) / 1000 : -1)
      if (embedded) room?.set(await embedded.room())
      await database.look(platform)
    },
  }
}
