import { readFile, realpath } from 'node:fs/promises'
import { chooseAccount } from './account.ts'
import { databaseUser } from './cluster.ts'
import { chooseHome, describeHome } from './home.ts'
import { findPostmaster } from './postmaster.ts'
import { DatabaseStartError } from './start-error.ts'
import { startEmbeddedPostgres } from './start.ts'

/** A connection to a database that another process may be running. */
interface Attached {
  url: string
  /** Leaves it as it was found: running, or not. */
  leave(): Promise<void>
}

/** The embedded database of a folder: as it runs, or else started for the time being. Never makes one. */
export async function attachToEmbeddedPostgres(folder: string, log: (line: string) => void): Promise<Attached> {
  const none = () => new DatabaseStartError(`There is no database in ${folder}. Set OPENHOUR_DATA to the folder of your Openhour.`)
  const dataDirectory = await realpath(folder).catch(() => {
    throw none()
  })
  const account = await chooseAccount(describeHome(dataDirectory).cluster, { log })
  const home = await chooseHome(dataDirectory, account, () => undefined)
  const password = await readFile(home.passwordFile, 'utf8').catch(() => {
    throw none()
  })
  const running = await findPostmaster(home)
  if (running) {
    const url = `postgres://${databaseUser}:${password.trim()}@127.0.0.1:${running.port}/${databaseUser}`
    return { url, leave: async () => {} }
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory, log })
  return { url, leave: stop }
}
