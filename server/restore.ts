import path from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from './cli/exit-codes.ts'
import { finishWithSettings } from './cli/finish-restore.ts'
import { settingsForOperators, printError } from './operating.ts'
import { BackupError } from './platform/backup/backup-error.ts'
import { readIdentities } from './platform/backup/encryption.ts'
import { findNewest, listBackups, readVersion } from './platform/backup/stored-backups.ts'
import { restoreBackup } from './platform/backup/restore.ts'

// `npm run restore [-- BACKUP] [--replace] [--without-key] [--identity FILE] [--list]`: puts a backup in
// the place of the embedded database.

const settings = settingsForOperators('Restore it with its own tools')
const say = (line: string) => void process.stdout.write(`${line}\n`)
const folder = path.resolve(settings.backups.directory)

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      replace: { type: 'boolean' },
      anyway: { type: 'boolean' },
      'without-key': { type: 'boolean' },
      identity: { type: 'string' },
    },
  })
  if (positionals.length > 1) throw new UsageError('Name one backup, as openhour restore --list prints it, or its folder.')
  return { list: false, replace: false, anyway: false, 'without-key': false, ...values, named: positionals[0] }
}

/** A backup by the name it is listed under, or by its folder; where none is named, the newest that is not from the future. */
async function findBackup(named: string | undefined): Promise<string> {
  const [all, now] = [await listBackups(folder), new Date()]
  const known = named === undefined ? findNewest(all, now) : all.find(({ name }) => name === named)
  const future = named === undefined ? all.filter(({ began }) => began > now).map(({ name }) => name) : []
  if (future.length > 0) say(`Backups from the future are restored only when you name one: ${future.join(', ')}.`)
  if (known) return known.folder
  if (named === undefined && future.length > 0) throw new BackupError(`All backups in ${folder} are from the future.`)
  if (named === undefined)
    throw new BackupError(`There is no backup in ${folder}. Set OPENHOUR_BACKUP_DIRECTORY, or name the folder of one.`)
  return path.resolve(named)
}

/** A line for each backup: its name, when it began, and the version that made it, which an older one cannot restore. */
async function listAll(): Promise<void> {
  for (const backup of await listBackups(folder)) {
    const time = backup.began.toISOString().slice(0, 16).replace('T', ' ')
    say(`${backup.name}  ${time} UTC  ${(await readVersion(backup)) ?? 'cannot be read'}`)
  }
}

async function restore(): Promise<void> {
  const start = performance.now()
  const wanted = readArguments()
  const { list, replace, named } = wanted
  const identityFile = wanted.identity ?? settings.backups.identityFile
  if (list) return listAll()
  const { about, cluster, setAside } = await restoreBackup({
    backup: await findBackup(named),
    dataDirectory: path.resolve(settings.dataDirectory),
    replace,
    log: say,
    now: () => new Date(),
    identities: identityFile ? await readIdentities(path.resolve(identityFile)) : [],
    settle: url => finishWithSettings(url, settings, { anyway: wanted.anyway, withoutKey: wanted['without-key'] }, say),
  })
  const took = ((performance.now() - start) / 1000).toFixed(1)
  say(
    `Restored ${cluster} in ${took} s, with all that was acknowledged before ${about.began_at}. Start Openhour; all people sign in again.`,
  )
  if (setAside) say(`What was there before is in ${setAside}, with its password next to it. Delete both when you no longer need them.`)
}

await restore().catch(printError)
