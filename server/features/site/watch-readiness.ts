import { readMigrations } from '#database/migration-files.ts'
import { isDatabaseUnavailable } from '../../platform/http/database-errors.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { readDatabaseState } from './queries.ts'

/** With less free space almost nothing can be written, even if the database still responds. */
const minFreeBytes = 1e6
/** With less free space the WAL cannot grow, which may be why PostgreSQL is down. */
const minFreeBytesForWal = 16 * 2 ** 20

const notReady = (
  reason: 'stopping' | 'database_away' | 'database_read_only' | 'database_restarting' | 'standby_away' | 'disk_full' | 'migrations_missing',
  detail: string,
) => refuse('unavailable', { reason, detail, retry_after: 2 })

/**
 * Returns the reason why this server should get no requests; null if it is ready. Reasons: shutdown; a
 * database that does not respond, is read-only, is restarting, waits for its synchronous standby, has no
 * disk space or lacks migrations of this version. Newer migrations are allowed, because old and new servers run side by side during an
 * update. The reason does not reveal the database's address.
 */
export function watchReadiness({ http, platform: { db, embedded } }: App): () => Promise<Refusal | null> {
  let numbers: Promise<number[]> | undefined
  const shipped = () => (numbers ??= readMigrations().then(migrations => migrations.map(({ number }) => number)))

  /** Free disk space, for the embedded database only. */
  const hasRoom = async (bytes: number) => !embedded || (await embedded.room().catch(() => Infinity)) >= bytes

  return async () => {
    if (http.shuttingDown) return notReady('stopping', 'This server was told to stop; others take its place.')
    try {
      const { applied, readOnly, commitsStuck } = await readDatabaseState(db)
      const missing = (await shipped()).filter(number => !applied.includes(number))
      if (readOnly) return notReady('database_read_only', 'The database can be read but not written: nothing can be booked.')
      if (commitsStuck) return notReady('standby_away', 'The database waits for its synchronous standby: nothing can be booked.')
      if (missing.length === 0) {
        if (await hasRoom(minFreeBytes)) return null
        return notReady('disk_full', 'The disk of the data folder is full: nothing can be booked until there is room again.')
      }
      return notReady('migrations_missing', `The database lacks migrations of this version: ${missing.join(', ')}.`)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (!(await hasRoom(minFreeBytesForWal))) {
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
