import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { DatabaseStartError } from './start-error.ts'

/** Who PostgreSQL runs as. It refuses to run as root, so root lends it an unprivileged account. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const harmlessNames = ['nobody', 'postgres', 'daemon']

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/**
 * The account to switch to, or undefined when the process is not root and may simply run PostgreSQL itself.
 * A cluster that exists keeps the owner it has (an ordinary user's data started once with sudo stays that user's).
 * Only accounts with a passwd entry will do: PostgreSQL looks its own user name up and stops when there is none.
 */
export async function chooseAccount(clusterDirectory: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = await readAccounts()
  const clusterOwner = await stat(clusterDirectory).then(
    found => found.uid,
    () => 0,
  )
  const chosen =
    accounts.find(account => account.uid === clusterOwner) ??
    harmlessNames.map(name => accounts.find(account => account.name === name)).find(account => account !== undefined)
  if (chosen) return chosen
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and this machine has no unprivileged account to run it as ' +
      `(looked for ${harmlessNames.join(', ')} in /etc/passwd). Start Openhour as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/** The spawn options that make a child run as the account; none when there is no account to switch to. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/** Whether the account can enter the folder. Asked of the kernel by trying, since mode bits alone leave out ACLs and mounts. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  return runQuietly('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account).then(
    () => true,
    () => false,
  )
}

/** Runs a command as the account from the root folder and answers what it printed; rejects with what it complained about. */
export function runQuietly(file: string, args: string[], account: Account | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...runAs(account), cwd: '/', env: quietEnvironment() }, (error, stdout, stderr) => {
      if (error) reject(new Error((stderr || stdout || error.message).trim()))
      else resolve(stdout.trim())
    })
  })
}

/** The least a PostgreSQL process needs: nothing of the host's locale or PG* variables may change how it behaves. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, ...(SystemRoot ? { SystemRoot } : {}), LC_ALL: 'C', TZ: 'UTC' }
}
