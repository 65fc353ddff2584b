import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import {
  type Account,
  dedicatedName,
  findAccount,
  findDedicatedAccount,
  findSharedAccount,
  isSharedOwner,
  readAccounts,
} from '../privileges/accounts.ts'
import { DatabaseStartError } from './start-error.ts'

export type { Account } from '../privileges/accounts.ts'

/**
 * The account that PostgreSQL runs as, because it refuses to run as root; undefined if the process
 * is not root. A cluster of an ordinary user, started with sudo, keeps that user; others use the
 * dedicated user. A throwaway cluster uses a shared account, because tests create no users.
 * Accounts need a passwd entry: PostgreSQL looks up its own user name and stops without one.
 */
export async function chooseAccount(
  clusterDirectory: string,
  { log, throwaway = false }: { log: (line: string) => void; throwaway?: boolean },
): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = await readAccounts()
  const clusterOwner = await stat(clusterDirectory).then(
    found => found.uid,
    () => 0,
  )
  const owner = isSharedOwner(clusterOwner, accounts) ? undefined : accounts.find(account => account.uid === clusterOwner)
  const chosen = owner ?? (await (throwaway ? findSharedAccount() : findDedicatedAccount(log)))
  if (chosen) return chosen
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and this machine has no unprivileged account to run it as and no tool to create one. ' +
      'Start Openhour as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** The account that a new cluster of root's was given; undefined if the process is not root. Creates none. */
export async function findExistingAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await findAccount(dedicatedName)) ?? (await findSharedAccount())
}

/** Spawn options that run a child as the account; none without an account. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/**
 * Does work of this process with the account's rights only, so that root follows no trap the account may have laid.
 * Nothing else may go on meanwhile: the rights are those of the whole process.
 */
export async function actAs<Result>(account: Account | undefined, work: () => Promise<Result>): Promise<Result> {
  const { seteuid, setegid, setgroups, getgroups } = process
  if (!account || !seteuid || !setegid || !setgroups || !getgroups) return work()
  const groups = getgroups()
  setgroups([account.gid])
  setegid(account.gid)
  seteuid(account.uid)
  try {
    return await work()
  } finally {
    seteuid(0)
    setegid(0)
    setgroups(groups)
  }
}

/** Whether the account can enter the folder. Tries it, because mode bits ignore ACLs and mounts. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  return runQuietly('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account).then(
    () => true,
    () => false,
  )
}

/**
 * Runs a command as the account from the root folder; returns its output, rejects with its error
 * output.
 */
export function runQuietly(file: string, args: string[], account: Account | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...runAs(account), cwd: '/', env: quietEnvironment() }, (error, stdout, stderr) => {
      if (error) reject(new Error((stderr || stdout || error.message).trim()))
      else resolve(stdout.trim())
    })
  })
}

/**
 * The minimal environment of a PostgreSQL process: the host's locale and PG* variables must not
 * affect it.
 */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, ...(SystemRoot ? { SystemRoot } : {}), LC_ALL: 'C', TZ: 'UTC' }
}
