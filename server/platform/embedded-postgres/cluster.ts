import { randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Account, runQuietly } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isOnSmallDisk } from './disk.ts'
import type { Home } from './home.ts'
import { smallWalSegmentMb } from './server-settings.ts'
import { DatabaseStartError } from './start-error.ts'

/** The one role of the embedded database, and the name of its one database. */
export const databaseUser = 'openhour'

/**
 * Creates the cluster if it is missing and returns its password. Creates it under a temporary name
 * and renames it, so an interrupted creation is repeated. The collation is PostgreSQL's own
 * C.UTF-8, equal on every host.
 */
export async function prepareCluster(home: Home, binaries: Binaries, account: Account | undefined, throwaway: boolean): Promise<string> {
  const version = await readFile(path.join(home.cluster, 'PG_VERSION'), 'utf8').catch(failUnlessMissing)
  if (version === undefined) return makeCluster(home, binaries, account, throwaway)
  const major = binaries.version.split('.')[0]
  if (version.trim() !== major) {
    throw new DatabaseStartError(
      `The database in ${home.cluster} was made by PostgreSQL ${version.trim()}, and this Openhour brings PostgreSQL ${major}. ` +
        'Start the Openhour that made it, or set OPENHOUR_DATA to a new folder.',
    )
  }
  return readFile(home.passwordFile, 'utf8').then(
    password => password.trim(),
    (error: NodeJS.ErrnoException) => {
      throw new DatabaseStartError(
        `The password of the database in ${home.cluster} cannot be read from ${home.passwordFile} (${error.code}). ` +
          'Start Openhour as the user who made it, or restore that file.',
      )
    },
  )
}

function failUnlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw new DatabaseStartError(`The database folder cannot be read (${error.message}). Start Openhour as the user who made it.`)
}

async function makeCluster(home: Home, binaries: Binaries, account: Account | undefined, throwaway: boolean): Promise<string> {
  if (await lstat(home.cluster).catch(() => undefined)) {
    throw new DatabaseStartError(`${home.cluster} exists and is not a PostgreSQL database. Move it away, and start again.`)
  }
  const before = `${path.basename(home.cluster)}.before-`
  const setAside = (await readdir(home.directory)).find(name => name.startsWith(before) && !name.endsWith('.password'))
  if (setAside) {
    throw new DatabaseStartError(
      `${home.cluster} is missing, and ${setAside} is next to it: restoring a backup was cut short. Run openhour restore again, or rename ${setAside} and its password back. ` +
        'To start empty, move them away.',
    )
  }
  const half = `${home.cluster}.new`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const handedOver = `${home.passwordFile}.new`
  await writeSecret(handedOver, password)
  if (account) for (const file of [half, handedOver]) await chown(file, account.uid, account.gid)
  const args = ['--pgdata', half, '--username', databaseUser, '--pwfile', handedOver, '--auth', 'scram-sha-256', '--encoding', 'UTF8']
  args.push('--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C')
  if (await isOnSmallDisk(home.directory)) args.push('--wal-segsize', String(smallWalSegmentMb))
  if (throwaway) args.push('--no-sync')
  await runQuietly(binaries.initdb, args, account).catch((error: Error) => {
    throw new DatabaseStartError(`PostgreSQL could not make a database in ${half}: ${error.message}`)
  })
  // Writes the password first: a cluster with its final name always has one.
  await rename(handedOver, home.passwordFile)
  await rename(half, home.cluster)
  if (!throwaway) await syncFolder(home.directory)
  return password
}

async function writeSecret(file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename survives a power failure only after its folder is synced; Windows cannot do that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
