import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, canEnter, findExistingAccount } from './account.ts'
import { DatabaseStartError } from './start-error.ts'

/** Locations of one embedded database. */
export interface Home {
  directory: string
  cluster: string
  passwordFile: string
  logFile: string
}

/** Names inside a home; PostgreSQL owns the cluster's folder, Openhour the rest. */
export function describeHome(directory: string): Home {
  return {
    directory,
    cluster: path.join(directory, 'postgres'),
    passwordFile: path.join(directory, 'postgres.password'),
    logFile: path.join(directory, 'postgres.log'),
  }
}

/**
 * The data folder, or, if root's unprivileged account cannot enter it (a clone below a 0700 home),
 * a folder named after its path, which the next start finds again. An existing cluster stays where
 * it is: an empty database must never replace a full one.
 */
export async function chooseHome(dataDirectory: string, account: Account | undefined, log: (line: string) => void): Promise<Home> {
  const own = describeHome(dataDirectory)
  if (!account) {
    const moved = (await exists(own.cluster)) ? undefined : await findSubstitute(dataDirectory)
    return moved ? describeHome(moved) : own
  }
  const reachable = await canEnter(account, dataDirectory)
  if (await exists(own.cluster)) {
    if (reachable) return own
    throw new DatabaseStartError(
      `The database in ${own.cluster} belongs to the user ${account.name}, who may no longer enter that folder. ` +
        `Allow it with chmod o+x on the folders above, or move ${dataDirectory} elsewhere and set OPENHOUR_DATA to it.`,
    )
  }
  const moved = await findSubstitute(dataDirectory, account)
  if (moved) return announce(moved, dataDirectory, account, log)
  const candidates = await listSubstitutes(dataDirectory)
  if (reachable) return own
  for (const candidate of candidates) {
    if (await makeSubstitute(candidate, account)) return announce(candidate, dataDirectory, account, log)
  }
  throw new DatabaseStartError(
    `PostgreSQL must not run as root, and the user ${account.name} can enter neither ${dataDirectory} nor ${candidates.join(' nor ')}. ` +
      'Start Openhour as an ordinary user, or set OPENHOUR_DATA to a folder that all users may enter.',
  )
}

/** Where the cluster of a data folder is; undefined if there is none. Creates no folder and no user. */
export async function findHome(dataDirectory: string): Promise<Home | undefined> {
  const own = describeHome(dataDirectory)
  if (await exists(own.cluster)) return own
  const moved = await findSubstitute(dataDirectory, await findExistingAccount())
  return moved === undefined ? undefined : describeHome(moved)
}

async function listSubstitutes(dataDirectory: string): Promise<string[]> {
  const hash = createHash('sha256')
    .update(await realpath(dataDirectory))
    .digest('hex')
    .slice(0, 12)
  return ['/var/lib', tmpdir()].map(parent => path.join(parent, `openhour-${hash}`))
}

/**
 * The cluster's location if root's unprivileged account could not enter the data folder, now or at
 * an earlier start; undefined if it is in the folder itself.
 */
export async function findSubstitute(dataDirectory: string, account?: Account): Promise<string | undefined> {
  for (const candidate of await listSubstitutes(dataDirectory)) {
    if ((await exists(describeHome(candidate).cluster)) && (await isOurs(candidate, account))) return candidate
  }
  return undefined
}

/** In /tmp every user can create folders: only one owned by this process or the account is used. */
async function isOurs(directory: string, account: Account | undefined): Promise<boolean> {
  const found = await lstat(directory)
  return found.isDirectory() && (found.uid === process.getuid?.() || found.uid === account?.uid)
}

function announce(directory: string, dataDirectory: string, account: Account, log: (line: string) => void): Home {
  log(
    `The database is kept in ${directory}: started as root, PostgreSQL runs as the user ${account.name}, who cannot enter ${dataDirectory}.`,
  )
  return describeHome(directory)
}

async function makeSubstitute(directory: string, account: Account): Promise<boolean> {
  try {
    await mkdir(directory)
    // Not as mkdir's mode, which a strict umask would reduce again.
    await chmod(directory, 0o711)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
  }
  return (await isOurs(directory, account)) && (await canEnter(account, directory))
}

function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}
