import { connectClient } from '#database/connect/client.ts'
import { migrate } from '#database/migrate.ts'
import { listMissingObjects } from '#database/missing-objects.ts'
import { countBrokenPromises } from '#database/promises.ts'
import type { Settings } from '../platform/config.ts'
import { exitCodes } from './exit-codes.ts'
import { withDatabase, withUncheckedDatabase } from './with-database.ts'

type Say = (line: string) => void

/** Brings the database to this version's schema. */
export const migrateDatabase = (settings: Settings, say: Say): Promise<number> =>
  withUncheckedDatabase(settings, async url => {
    await migrate(url)
    say("The database has this version's schema.")
    return exitCodes.done
  })

/** Counts violations of the guarantees in the database. */
export const verifyDatabase = (settings: Settings, say: Say): Promise<number> =>
  withDatabase(settings, async url => {
    const broken = await listBroken(url)
    for (const line of broken) say(line)
    if (broken.length === 0) say('All guarantees hold.')
    return broken.length === 0 ? exitCodes.done : exitCodes.failed
  })

/** The guarantees that do not hold in a database, each with the number of violations; what its schema lacks comes first. */
export async function listBroken(url: string): Promise<string[]> {
  const connect = () => connectClient(url, { settings: { statement_timeout: '0' } })
  // An upgrade interrupts for as long as this takes: two share the work.
  const [client, ...others] = [await connect(), await connect()]
  const clients = [client, ...others]
  try {
    const missing = await listMissingObjects(client)
    if (missing.length > 0) return [`${missing.length} missing parts of the schema, such as: ${missing.slice(0, 3).join(', ')}`]
    const broken = (await countBrokenPromises(...clients)).filter(({ count }) => count !== 0)
    return broken.map(({ count, what }) => `${count} ${what}`)
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
}
