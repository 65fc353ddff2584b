import { lstat, readdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Account, actAs, chooseAccount, runQuietly } from './account.ts'
import { minFreeBytes, readFreeBytes } from './disk.ts'
import { chooseHome, describeHome, type Home } from './home.ts'
import { mirrorFolder } from './mirror-folder.ts'
import { withOwnCluster } from './own-cluster.ts'

/** A copy of the files of a stopped embedded database next to them, which is back in its place within seconds. */
export interface ClusterCopy {
  /** Throws if a killed upgrade left a complete copy, with what to do about it; removes an unfinished one. */
  refuseLeft(): Promise<void>
  /** Throws if there is too little room. The database may run. */
  refuseWithoutRoom(): Promise<void>
  /** Copies the files while the database runs, so that `make` writes only what changes until then. */
  prepare(): Promise<void>
  make(): Promise<void>
  /** Puts it in the place of the database, whose files are then deleted. */
  putBack(): Promise<void>
  remove(): Promise<void>
  /** The folders of the copy and of the database. */
  locate(): Promise<{ copy: string; cluster: string }>
}

/** The copy of the database in a data folder. There is one at most. It has its final name once it is complete. */
export function clusterCopy(dataDirectory: string): ClusterCopy {
  const log = () => {}
  const copyOf = ({ cluster }: Home) => `${cluster}.before-upgrade`
  const unfinishedOf = ({ cluster }: Home) => `${cluster}.copying`
  const open = async () => {
    const directory = await realpath(dataDirectory)
    const account = await chooseAccount(describeHome(directory).cluster, { log })
    return { account, home: await chooseHome(directory, account, log) }
  }
  const locate = async () => {
    const { home } = await open()
    return { copy: copyOf(home), cluster: home.cluster }
  }
  let preparedAt = 0
  /** Leaves nothing of a copy that fails. */
  const copyFiles = async (home: Home, account: Account | undefined) => {
    const copy = unfinishedOf(home)
    try {
      await actAs(account, () => mirrorFolder(home.cluster, copy, preparedAt))
    } catch (error) {
      await rm(copy, { recursive: true, force: true })
      throw error
    }
  }

  return {
    locate,

    async refuseLeft() {
      const { home } = await open()
      const [copy, cluster] = [copyOf(home), home.cluster]
      await rm(unfinishedOf(home), { recursive: true, force: true })
      if (await lstat(copy).catch(() => undefined))
        throw new Error(
          `${copy} is the database of before an upgrade that was cut short. To go back to it: openhour stop, and put it in the place of ${cluster}. To stay with what is in use: openhour stop, delete it, and openhour start. Then upgrade again.`,
        )
    },

    async refuseWithoutRoom() {
      const { cluster } = await locate()
      const [needed, free] = [(await measure(cluster)) + minFreeBytes, await readFreeBytes(cluster)]
      const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
      if (free < needed)
        throw new Error(
          `There is too little room next to ${cluster} for a copy to go back to: it needs ${mb(needed)}, ${mb(free)} are free.`,
        )
    },

    async prepare() {
      const { home, account } = await open()
      preparedAt = 0
      await rm(unfinishedOf(home), { recursive: true, force: true })
      const began = Date.now()
      await copyFiles(home, account)
      preparedAt = began
    },

    make: () =>
      withOwnCluster(dataDirectory, log, async ({ home, account, stop }) => {
        await stop()
        await copyFiles(home, account)
        await rm(copyOf(home), { recursive: true, force: true })
        await rename(unfinishedOf(home), copyOf(home))
      }),

    putBack: () =>
      withOwnCluster(dataDirectory, log, async ({ home, account, binaries, stop }) => {
        await lstat(copyOf(home))
        await stop()
        // PostgreSQL relies on files that are on the disk.
        await runQuietly(binaries.initdb, ['--sync-only', '--pgdata', copyOf(home)], account)
        const failed = `${copyOf(home)}.failed`
        await rm(failed, { recursive: true, force: true })
        // If interrupted in between, the next start reports it instead of creating an empty database.
        await rename(home.cluster, failed)
        await rename(copyOf(home), home.cluster)
        await rm(failed, { recursive: true, force: true })
      }),

    async remove() {
      const { home } = await open()
      for (const copy of [copyOf(home), unfinishedOf(home)]) await rm(copy, { recursive: true, force: true })
    },
  }
}

/** The size of all files in bytes. */
async function measure(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true })
  // PostgreSQL removes some of them meanwhile.
  const sizes = await Promise.all(
    entries.map(entry =>
      lstat(path.join(folder, entry)).then(
        found => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
