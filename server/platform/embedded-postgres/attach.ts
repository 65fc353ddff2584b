import { readFile, realpath } from 'node:fs/promises'
import { databaseUser } from './cluster.ts'
import { findHome } from './home.ts'
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
  const found = await findEmbeddedPostgres(folder)
  if (!found) throw new DatabaseStartError(`There is no database in ${folder}. Set OPENHOUR_DATA to the folder of your Openhour.`)
  if (found.url !== undefined) return { url: found.url, leave: async () => {} }
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory: found.dataDirectory, log })
  return { url, leave: stop }
}

/** The embedded database of a folder, with its address if it runs; undefined if there is none. Starts and creates nothing. */
export async function findEmbeddedPostgres(folder: string): Promise<{ dataDirectory: string; url: string | undefined } | undefined> {
  const dataDirectory = await realpath(folder).catch(() => undefined)
  if (dataDirectory === undefined) return undefined
  const home = await findHome(dataDirectory)
  const password = home && (await readFile(home.passwordFile, 'utf8').catch(() => undefined))
  if (!home || password === undefined) return undefined
  const running = await findPostmaster(home)
  const url = running && `postgres://${databaseUser}:${password.trim()}@127.0.0.1:${running.port}/${databaseUser}`
  return { dataDirectory, url }
}
