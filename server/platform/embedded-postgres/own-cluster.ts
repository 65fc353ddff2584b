import { realpath } from 'node:fs/promises'
import { type Account, chooseAccount } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { changeOwner } from './change-owner.ts'
import { chooseHome, describeHome, type Home } from './home.ts'
import { takeOwnership } from './owner.ts'
import { findOwnPostmaster, stopPostmaster } from './postmaster.ts'

/** The embedded database of a data folder, for work on its files. */
export interface OwnCluster {
  home: Home
  /** Whom the files belong to; undefined: this process's user. */
  account: Account | undefined
  binaries: Binaries
  /** Stops a PostgreSQL that a killed Openhour has left. */
  stop(): Promise<void>
}

/**
 * Runs work on the files of an embedded database. Refuses (DatabaseStartError) while an Openhour runs on the folder; none
 * can start meanwhile.
 */
export async function withOwnCluster<Result>(
  directory: string,
  log: (line: string) => void,
  work: (cluster: OwnCluster) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await realpath(directory)
  const releaseFolder = await takeOwnership(dataDirectory)
  try {
    const account = await chooseAccount(describeHome(dataDirectory).cluster, { log })
    const home = await chooseHome(dataDirectory, account, log)
    if (account) await changeOwner(home.directory, account)
    const binaries = await prepareBinaries(home.directory, account, log)
    const stop = async () => {
      const running = await findOwnPostmaster(home)
      if (running) await stopPostmaster(running, home, binaries)
    }
    return await work({ home, account, binaries, stop })
  } finally {
    await releaseFolder()
  }
}
