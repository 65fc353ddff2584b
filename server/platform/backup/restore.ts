import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Account, quietEnvironment, runAs } from '../embedded-postgres/account.ts'
import type { Binaries } from '../embedded-postgres/binaries.ts'
import { databaseUser } from '../embedded-postgres/cluster.ts'
import type { Home } from '../embedded-postgres/home.ts'
import { changeOwner } from '../embedded-postgres/change-owner.ts'
import { withOwnCluster } from '../embedded-postgres/own-cluster.ts'
import { launchPostmaster, stopPostmaster } from '../embedded-postgres/postmaster.ts'
import { BackupError } from './backup-error.ts'
import { type About, nameOf, readAbout } from './stored-backups.ts'
import type { Member } from './tar.ts'
import { verifyBackup } from './verify.ts'

/** What to restore, and where. */
export interface Restoring {
  /** The backup's folder. */
  backup: string
  dataDirectory: string
  /** Identities of age that decrypt the backup. */
  identities: readonly string[]
  /** Whether an existing database may be set aside. */
  replace: boolean
  log: (line: string) => void
  now: () => Date
  /**
   * Checks and prepares the restored database while the old one is still in place; throws to
   * prevent the replacement.
   */
  settle: (url: string) => Promise<void>
}

/** The restored backup. */
export interface Restored {
  about: About
  cluster: string
  /** The new location of the previous database; undefined if there was none. */
  setAside: string | undefined
}

/**
 * Unpacks a backup next to the database, verifies every file, starts and checks it, and only then
 * renames it into place; the old database keeps another name. A failure before that changes
 * nothing. Refuses (BackupError, DatabaseStartError) while an Openhour runs on the directory, and
 * to replace a database without `replace`.
 */
export async function restoreBackup(restoring: Restoring): Promise<Restored> {
  const { log, settle } = restoring
  await mkdir(restoring.dataDirectory, { recursive: true })
  return withOwnCluster(restoring.dataDirectory, log, async ({ home, account, binaries, stop }) => {
    await refuseUnless(restoring, home, binaries)
    const aside: Home = { ...home, cluster: `${home.cluster}.restoring`, passwordFile: `${home.passwordFile}.restoring` }
    await rm(aside.cluster, { recursive: true, force: true })
    try {
      log(`Unpacking and verifying ${restoring.backup} …`)
      const about = await unpack(restoring, aside.cluster, account)
      log('Bringing it to the moment it was complete, and looking whether all promises are kept …')
      const password = await renewPassword(aside, binaries, account)
      await tryOut(aside, binaries, account, password, settle)
      await stop()
      const setAside = await takePlace(aside, home, restoring.now())
      if (account) await changeOwner(home.directory, account)
      return { about, cluster: home.cluster, setAside }
    } catch (error) {
      for (const left of [aside.cluster, aside.passwordFile]) await rm(left, { recursive: true, force: true })
      throw error
    }
  })
}

async function refuseUnless({ backup, replace }: Restoring, home: Home, binaries: Binaries): Promise<void> {
  const { postgres } = await readAbout(backup)
  const majorOf = (version: string) => version.split('.')[0]
  if (majorOf(postgres) !== majorOf(binaries.version)) {
    throw new BackupError(
      `The backup was made by PostgreSQL ${postgres}, and this Openhour brings PostgreSQL ${binaries.version}. Restore it with the Openhour that made it.`,
    )
  }
  if (!replace && (await exists(home.cluster))) {
    throw new BackupError(
      `There is a database in ${home.cluster}. Add --replace to put the backup in its place; it is set aside then, and nothing of it is deleted.`,
    )
  }
}

/** PostgreSQL accepts its files only if its user owns them and no other user can read them. */
async function unpack({ backup, identities }: Restoring, cluster: string, account: Account | undefined): Promise<About> {
  const own = async (file: string) => account && chown(file, account.uid, account.gid)
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster)
  const made = new Set([cluster])
  const makeFolder = async (folder: string): Promise<void> => {
    if (made.has(folder)) return
    await makeFolder(path.dirname(folder))
    await mkdir(folder, { mode: 0o700 })
    await own(folder)
    made.add(folder)
  }
  return verifyBackup(backup, identities, async ({ name, kind, content }: Member) => {
    const target = path.join(cluster, name)
    if (kind === 'folder') return makeFolder(target)
    await makeFolder(path.dirname(target))
    const file = await open(target, 'wx', 0o600)
    try {
      if (account) await file.chown(account.uid, account.gid)
      for await (const part of content) await file.writeFile(part)
    } finally {
      await file.close()
    }
  })
}

/**
 * Gives the restored database a new password, so that the old one stops working, in PostgreSQL's
 * single-user mode, which asks for none. This also replays the WAL up to the end of the backup.
 */
async function renewPassword(home: Home, binaries: Binaries, account: Account | undefined): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeFile(home.passwordFile, `${password}\n`, { mode: 0o600, flush: true } as Parameters<typeof writeFile>[2])
  const child = spawn(binaries.postgres, ['--single', '-D', home.cluster, 'postgres'], {
    ...runAs(account),
    cwd: home.cluster,
    env: quietEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  child.stdin.on('error', () => undefined)
  child.stdin.end(`ALTER ROLE ${databaseUser} PASSWORD '${password}'\n`)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new BackupError(`PostgreSQL cannot use the backup:\n${(await said).trim().split('\n').slice(-6).join('\n')}`)
  return password
}

async function tryOut(
  home: Home,
  binaries: Binaries,
  account: Account | undefined,
  password: string,
  settle: Restoring['settle'],
): Promise<void> {
  const postmaster = await launchPostmaster({ home, binaries, account, throwaway: false })
  try {
    await settle(`postgres://${databaseUser}:${password}@127.0.0.1:${postmaster.port}/${databaseUser}`)
  } finally {
    await stopPostmaster(postmaster, home, binaries)
  }
}

/**
 * By renaming only. If interrupted, the next start reports it instead of creating an empty database
 * (cluster.ts).
 */
async function takePlace(aside: Home, home: Home, now: Date): Promise<string | undefined> {
  const setAside = (await exists(home.cluster)) ? `${home.cluster}.before-${nameOf(now)}` : undefined
  if (setAside) {
    await rename(home.cluster, setAside)
    await rename(home.passwordFile, `${setAside}.password`).catch(() => undefined)
  }
  await rename(aside.passwordFile, home.passwordFile)
  await rename(aside.cluster, home.cluster)
  return setAside
}

function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}
