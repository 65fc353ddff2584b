import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** A system user. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** The user of PostgreSQL and the server when started as root. */
export const dedicatedName = 'openhour'
/** Shared by unrelated programs: for test clusters, and if no dedicated user can be created. */
const sharedNames = ['nobody', 'postgres', 'daemon']

/**
 * Commands that create the user: on most distributions, on Debian without useradd, with BusyBox.
 */
const waysToCreate: readonly (readonly string[])[][] = [
  [['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', dedicatedName]],
  [['adduser', '--system', '--group', '--no-create-home', '--shell', '/usr/sbin/nologin', dedicatedName]],
  [
    ['addgroup', '-S', dedicatedName],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', '-G', dedicatedName, dedicatedName],
  ],
]

/** Every account but root, from /etc/passwd. */
export async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines.flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/**
 * Whether this user's files have no owner of their own: root, or an account that several programs
 * share.
 */
export function isSharedOwner(uid: number, accounts: readonly Account[]): boolean {
  return uid === 0 || accounts.some(account => account.uid === uid && account.name === 'nobody')
}

/** An account that several programs share; undefined if /etc/passwd has none. */
export async function findSharedAccount(): Promise<Account | undefined> {
  const accounts = await readAccounts()
  return sharedNames.map(name => accounts.find(account => account.name === name)).find(account => account !== undefined)
}

/**
 * The dedicated user, created if missing; for root only. If it cannot be created (no tool, a
 * read-only /etc), a shared account with a logged warning, or undefined without one.
 */
export async function findDedicatedAccount(log: (line: string) => void): Promise<Account | undefined> {
  const existing = await findAccount(dedicatedName)
  if (existing) return existing
  const reasons: string[] = []
  for (const commands of waysToCreate) {
    const reason = await createAccount(commands)
    // Another process may have created it at the same moment, or may hold the lock on /etc/passwd.
    const created = (await findAccount(dedicatedName)) ?? (reason?.includes('lock') ? await waitForAccount() : undefined)
    if (created) {
      if (reason === undefined) log(`Created the system user ${dedicatedName}, which Openhour runs as where it is started as root.`)
      return created
    }
    if (reason !== undefined) reasons.push(reason)
  }
  const shared = await findSharedAccount()
  if (shared) {
    log(
      `WARNING: the system user ${dedicatedName} could not be created (${reasons.join('; ')}). Openhour runs as ${shared.name}, which other programs may run as too, ` +
        `and they could then read its data. Create the user with: useradd --system --no-create-home --shell /usr/sbin/nologin ${dedicatedName}`,
    )
  }
  return shared
}

/** An account by its name; undefined if there is none. */
export async function findAccount(name: string): Promise<Account | undefined> {
  return (await readAccounts()).find(account => account.name === name)
}

async function waitForAccount(): Promise<Account | undefined> {
  for (let tries = 0; tries < 20; tries += 1) {
    await pause(100)
    const found = await findAccount(dedicatedName)
    if (found) return found
  }
  return undefined
}

/** Runs the commands in order; returns why one failed. */
async function createAccount(commands: readonly (readonly string[])[]): Promise<string | undefined> {
  for (const [file = '', ...args] of commands) {
    const reason = await run(file, args)
    if (reason !== undefined) return reason
  }
  return undefined
}

function run(file: string, args: string[]): Promise<string | undefined> {
  // After `su` without a dash, root's path lacks the system's tools.
  const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin`, LC_ALL: 'C' }
  return new Promise(resolve => {
    execFile(file, args, { cwd: '/', env }, (error, _stdout, stderr) => {
      if (!error) resolve(undefined)
      else resolve(error.code === 'ENOENT' ? `no ${file}` : stderr.trim().split('\n').at(-1) || error.message)
    })
  })
}
