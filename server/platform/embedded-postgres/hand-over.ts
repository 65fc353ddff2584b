import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Account, runQuietly } from './account.ts'
import { describeHome } from './home.ts'
import { findPostmaster, signalAndWait } from './postmaster.ts'

/** What Openhour keeps in its data folder. Anything else there belongs to the operator and keeps its owner. */
const ownNames = /^(postgres($|\.)|owner\.json|secrets\.key|backups$|binaries-)/

/**
 * Gives the account what Openhour keeps in the folder, and the folder itself, where any of it belongs to another user. For root, while no other Openhour uses the folder: a PostgreSQL that a
 * killed Openhour left behind is stopped first, since it runs as the former owner.
 */
export async function handOver(folder: string, account: Account): Promise<void> {
  const foreign = await listForeign(folder, account)
  if (foreign.length === 0) return
  const home = describeHome(folder)
  if (foreign.includes(home.cluster)) {
    const left = await findPostmaster(home)
    if (left) await signalAndWait(left, home)
  }
  // chown rather than a walk of our own: it follows no symbolic link, also where one is put in place meanwhile.
  const owned = foreign.filter(file => file !== folder)
  if (owned.length > 0) await runQuietly('chown', ['-R', '-h', '-P', `${account.uid}:${account.gid}`, ...owned], undefined)
  // The folder last, so that an interrupted handover begins again.
  if (foreign.includes(folder)) await runQuietly('chown', ['-h', `${account.uid}:${account.gid}`, folder], undefined)
}

/** Whether something that Openhour keeps in the folder belongs to another user. */
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
