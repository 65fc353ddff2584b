import { Gauge, Registry } from 'prom-client'
import { listBackups } from '../backup/stored-backups.ts'
import type { Platform } from '../http/platform.ts'
import { readOutbox } from './outbox-queries.ts'

/**
 * Gauges that are read on request. They are the same on every server of a database, so dashboards take the
 * maximum.
 */
export function openState({ db, clock, settings, embedded }: Platform): { state: Registry; look(): Promise<void> } {
  const state = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [state] })
  const up = gauge('openhour_database_up', '1 where the database answers, 0 where not; what it would tell is missing then.')
  const waiting = gauge('openhour_outbox_waiting', 'Messages that wait to be sent, counted up to 10,000.')
  const oldest = gauge('openhour_outbox_oldest_seconds', 'For how long the longest waiting message has been due.')
  // Where there are none, or they are not ours to make, there is no age: the alert asks for its absence as well.
  const makesBackups = !settings.databaseUrl && settings.backups.intervalMinutes > 0
  const backupAge = makesBackups
    ? gauge('openhour_backup_age_seconds', 'How long ago the newest backup began; -1 where there is none yet.')
    : undefined
  // Your own PostgreSQL's disk cannot be seen from here.
  const room = settings.databaseUrl ? undefined : gauge('openhour_disk_free_bytes', 'Room on the disk of the embedded database.')

  return {
    state,
    async look() {
      const now = clock.now()
      const newest = backupAge && (await listBackups(settings.backups.directory)).at(-1)
      backupAge?.set(newest ? (now.getTime() - newest.began.getTime()) / 1000 : -1)
      if (embedded) room?.set(await embedded.room())
      for (const one of [waiting, oldest]) one.remove()
      try {
        const outbox = await readOutbox(db, now)
        waiting.set(outbox.waiting)
        oldest.set(outbox.oldestSeconds)
        up.set(1)
      } catch {
        up.set(0)
      }
    },
  }
}
