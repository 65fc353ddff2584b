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
  /** Disconnects; stops the server only if this process started it. */
  leave(): Promise<void>
}

/**
 * Connects to the embedded database of a folder, starting it temporarily if needed. Never creates
 * one.
 */
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
