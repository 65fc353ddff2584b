import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Account, runQuietly } from './account.ts'
import { describeHome } from './home.ts'
import { findOwnPostmaster, signalAndWait } from './postmaster.ts'

/**
 * Openhour's entries of the data folder. All others belong to the operator and keep their owner.
 */
const ownNames = /^(postgres($|\.)|owner\.json|secrets\.key|backups$|binaries-)/

/**
 * Gives the account the folder and Openhour's entries in it if another user owns any of them. For
 * root, while no other Openhour uses the folder: first stops a PostgreSQL left by a killed
 * Openhour, because it runs as the former owner.
 */
export async function changeOwner(folder: string, account: Account): Promise<void> {
  const foreign = await listForeign(folder, account)
  if (foreign.length === 0) return
  const home = describeHome(folder)
  if (foreign.includes(home.cluster)) {
    const left = await findOwnPostmaster(home)
    if (left) await signalAndWait(left, home)
  }
  // chown instead of our own walk: it follows no symbolic links, even ones created meanwhile.
  const owned = foreign.filter(file => file !== folder)
  if (owned.length > 0) await runQuietly('chown', ['-R', '-h', '-P', `${account.uid}:${account.gid}`, ...owned], undefined)
  // The folder last, so that an interrupted handover is repeated.
  if (foreign.includes(folder)) await runQuietly('chown', ['-h', `${account.uid}:${account.gid}`, folder], undefined)
}

/** Whether another user owns any of Openhour's entries in the folder. */
export async function needsHandover(folder: string, account: Account): Promise<boolean> {
  return (await listForeign(folder, account)).length > 0
}

async function listForeign(folder: string, account: Account): Promise<string[]> {
  const own = (await readdir(folder)).filter(name => ownNames.test(name))
  const backups = own.includes('backups') ? await readdir(path.join(folder, 'backups')).catch(() => []) : []
  const files = [...own, ...backups.map(name => path.join('backups', name))].map(name => path.join(folder, name))
  const foreign: string[] = []
  for (const file of [...files, folder]) {
    const found = await lstat(file).catch(() => undefined)
    if (found && found.uid !== account.uid) foreign.push(file)
  }
  return foreign
}
