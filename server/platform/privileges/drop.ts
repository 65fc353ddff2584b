import { lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../config.ts'
import { type Account, canEnter, chooseAccount, runQuietly } from '../embedded-postgres/account.ts'
import { changeOwner, needsHandover } from '../embedded-postgres/change-owner.ts'
import { describeHome, findSubstitute } from '../embedded-postgres/home.ts'
import { takeOwnership } from '../embedded-postgres/owner.ts'
import { dedicatedName, findAccount, readAccounts } from './accounts.ts'

/** What the process needs after dropping root. */
type Needs = Pick<Settings, 'dataDirectory' | 'keyFile' | 'backups' | 'databaseUrl'> & {
  /** Undefined: it does not listen. */
  port: number | undefined
}

/**
 * As root, hands the data folder to the dedicated user and continues as that user permanently. Call
 * it before opening anything else. Stays root, with a warning and its remedy, if that user could
 * not read the product or write its data: an update must not make a database or backups
 * unreachable.
 */
export async function dropRoot(needs: Needs, log: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0) return
  await mkdir(needs.dataDirectory, { recursive: true })
  const folder = await realpath(needs.dataDirectory)
  const account = await chooseAccount(describeHome(folder).cluster, { log })
  if (!account) return
  const obstacle = (await findObstacle(needs, folder, account)) ?? (await prepareFolders(folder, account))
  if (obstacle) return log(`WARNING: Openhour keeps running as root. ${obstacle}`)
  becomeAccount(account)
}

/**
 * As root, finds what would keep the user that Openhour runs as from its work: the owner of the data folder, or
 * the dedicated user. Changes nothing, and creates no user. A folder that is missing is created by the first start.
 */
export async function foreseeObstacle(needs: Needs): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const folder = await realpath(needs.dataDirectory).catch(() => undefined)
  if (folder === undefined) return undefined
  const { uid: owner } = await stat(folder)
  const account = (await readAccounts()).find(({ uid }) => uid === owner) ?? (await findAccount(dedicatedName))
  return account && findObstacle(needs, folder, account)
}

function becomeAccount({ name, uid, gid }: Account): void {
  // Missing in the types of this version of Node.
  ;(process as { initgroups?(user: string, group: number): void }).initgroups?.(name, gid)
  process.setgid?.(gid)
  process.setuid?.(uid)
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error(`Openhour could not continue as the user ${name}.`)
}

/** Why the account cannot do the work, with the remedy; undefined if it can. */
async function findObstacle(needs: Needs, folder: string, account: Account): Promise<string | undefined> {
  const { name } = account
  if (folder === path.parse(folder).root) return 'Set OPENHOUR_DATA to a folder of its own.'
  if (!(await canEnter(account, path.dirname(folder)))) {
    return `The user ${name} cannot enter ${path.dirname(folder)}. Set OPENHOUR_DATA to a folder that all users can enter, such as one in /var/lib.`
  }
  for (const file of listProgramFiles()) {
    if (!(await may('-r', file, account))) {
      return `The user ${name} cannot read ${file}. Install it where all users can read it, such as in /opt, with umask 022.`
    }
  }
  if (needs.port && needs.port < (await readFirstOpenPort()))
    return `Port ${needs.port} is open to root only. Set PORT to a number above 1023.`
  const { keyFile } = needs
  const key = await nearestExisting(keyFile)
  // If it does not exist yet, its folder was checked, and the file is created there.
  const isMissing = (await lstat(key)).isDirectory()
  if (!(await isWithin(folder, key)) && !(await may(isMissing ? '-w' : '-r', key, account))) {
    const hand = `chown ${name} ${keyFile}, and start again.`
    return isMissing
      ? `There is no key file ${keyFile}, and the user ${name} cannot make it in ${key}. Put it back or make it, then ${hand}`
      : `The user ${name} cannot read the key file ${keyFile}. Give it to that user with ${hand}`
  }
  const backups = needs.backups.directory
  const nearest = await nearestExisting(backups)
  if (!needs.databaseUrl && !(await isWithin(folder, nearest)) && !(await may('-w', nearest, account))) {
    return `The user ${name} cannot write to the folder of backups ${backups}. Give it to that user with chown -R ${name} ${backups}, and start again.`
  }
  return undefined
}

/** Makes the account the owner of the folder and Openhour's entries. Returns what prevents it. */
async function prepareFolders(folder: string, account: Account): Promise<string | undefined> {
  const moved = await findSubstitute(folder, account)
  const folders = [folder, ...(moved ? [moved] : [])]
  const foreign = await Promise.all(folders.map(each => needsHandover(each, account)))
  if (!foreign.includes(true)) return undefined
  // PostgreSQL must not lose its files while running.
  const releaseFolder = await takeOwnership(folder).catch((error: Error) => error)
  if (releaseFolder instanceof Error) return `The data folder cannot be handed to the user ${account.name}. ${releaseFolder.message}`
  try {
    for (const each of folders) await changeOwner(each, account)
  } finally {
    await releaseFolder()
  }
  return undefined
}

/** Samples of everything the process reads or runs later: itself, Node, and a package. */
function listProgramFiles(): string[] {
  return [fileURLToPath(import.meta.url), process.execPath, createRequire(import.meta.url).resolve('embedded-postgres')]
}

/** Tries it as the account, because mode bits ignore access lists and mounts. */
function may(right: '-r' | '-w', file: string, account: Account): Promise<boolean> {
  return runQuietly('/bin/sh', ['-c', 'test "$1" "$2"', 'sh', right, file], account).then(
    () => true,
    () => false,
  )
}

/** The file, or the folder in which it would be created. */
async function nearestExisting(file: string): Promise<string> {
  const found = await lstat(file).catch(() => undefined)
  const parent = path.dirname(path.resolve(file))
  return found || parent === file ? file : nearestExisting(parent)
}

async function isWithin(folder: string, file: string): Promise<boolean> {
  const relative = path.relative(folder, await realpath(file))
  return relative !== '..' && !relative.startsWith(`..${path.sep}`)
}

/** Linux lets an administrator, and every container, open lower ports to all users. */
async function readFirstOpenPort(): Promise<number> {
  return Number(await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '1024'))
}
