import { readMigrations } from '#database/migration-files.ts'
import { isDatabaseUnavailable } from '../../platform/http/database-errors.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { readDatabaseState } from './queries.ts'

/** With less room, in bytes, next to nothing can be written, though the database may still answer. */
const least = 1e6
/** With less, in bytes, its log cannot grow, and a PostgreSQL that is away may be so for that reason. */
const leastForLog = 16 * 2 ** 20

const notReady = (
  reason: 'stopping' | 'database_away' | 'database_read_only' | 'database_restarting' | 'disk_full' | 'migrations_missing',
  detail: string,
) => refuse('unavailable', { reason, detail, retry_after: 2 })

/**
 * Tells why no request should be sent to this server, or null: it was told to stop, its database does not answer, cannot be written, is being started again, has no room on its disk, or lacks migrations of this version.
 * A database with newer ones serves on: during an update old and new servers run side by side. Says nothing about where the database is.
 */
export function watchReadiness({ http, platform: { db, embedded } }: App): () => Promise<Refusal | null> {
  let numbers: Promise<number[]> | undefined
  const shipped = () => (numbers ??= readMigrations().then(migrations => migrations.map(({ number }) => number)))

  /** Free disk space, for the embedded database only. */
  const hasRoom = async (bytes: number) => !embedded || (await embedded.room().catch(() => Infinity)) >= bytes

  return async () => {
    if (http.shuttingDown) return notReady('stopping', 'This server was told to stop; others take its place.')
    try {
      const { applied, readOnly } = await readDatabaseState(db)
      const missing = (await shipped()).filter(number => !applied.includes(number))
      if (readOnly) return notReady('database_read_only', 'The database can be read but not written: nothing can be booked.')
      if (missing.length === 0) {
        if (await hasRoom(least)) return null
        return notReady('disk_full', 'The disk of the data folder is full: nothing can be booked until there is room again.')
      }
      return notReady('migrations_missing', `The database lacks migrations of this version: ${missing.join(', ')}.`)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (!(await hasRoom(leastForLog))) {
        return notReady(
          'disk_full',
          'The disk of the data folder is full, and the database has stopped; it is started again by itself when there is room.',
        )
      }
      const tries = embedded?.tries() ?? 0
      if (tries === 0) return notReady('database_away', 'The database does not answer.')
      return notReady('database_restarting', `The database ended by itself and is being started again, try ${tries}.`)
    }
  }
}
