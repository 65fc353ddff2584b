import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from './cli/exit-codes.ts'
import { measureCluster } from './platform/backup/cluster-queries.ts'
import { makeIdentity } from './platform/backup/encryption.ts'
import { removeOld } from './platform/backup/stored-backups.ts'
import { makeBackup } from './platform/backup/make.ts'
import { settingsForOperators, printError } from './operating.ts'
import { attachToEmbeddedPostgres, findEmbeddedPostgres } from './platform/embedded-postgres/attach.ts'
import { dropRoot } from './platform/privileges/drop.ts'
import { version } from './features/site/version.ts'

// `npm run backup [-- --if-embedded] [--make-identity FILE]`, and what the running product starts by itself: one backup
// of the embedded database, verified, and the old ones removed.

const { values } = parseArgs({ options: { 'make-identity': { type: 'string' }, 'if-embedded': { type: 'boolean' } } })
const settings = settingsForOperators('Back it up with its own tools', {
  needsDatabase: values['make-identity'] === undefined && !values['if-embedded'],
})
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function backUp(): Promise<void> {
  const start = performance.now()
  if (values['if-embedded'] && !(await usesEmbedded())) return say('There is no embedded database to back up.')
  await dropRoot({ ...settings, port: undefined }, say)
  const folder = path.resolve(settings.backups.directory)
  const now = () => new Date()
  const { url, leave } = await attachToEmbeddedPostgres(path.resolve(settings.dataDirectory), say)
  try {
    const cluster = await measureCluster(url)
    const made = await makeBackup({ url, folder, now, version, recipients: settings.backups.recipients, ...cluster })
    await removeOld(folder, { newest: settings.backups.keepLast, now: now() })
    say(`Made and verified the backup ${made.folder} in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  } finally {
    await leave()
  }
}

async function usesEmbedded(): Promise<boolean> {
  const { databaseUrl, directoryUrl, dataDirectory } = settings
  return !databaseUrl && !directoryUrl && (await findEmbeddedPostgres(path.resolve(dataDirectory))) !== undefined
}

/**
 * For who has no age-keygen: the identity goes into a file that is not there yet, and its recipient to
 * the terminal.
 */
async function makeIdentityFile(file: string): Promise<void> {
  if (file === '') throw new UsageError('--make-identity takes a file.')
  const { content, recipient } = await makeIdentity()
  await writeFile(file, content, { mode: 0o600, flag: 'wx' })
  say(`Made ${file}. Keep it away from this machine; it is the only way to read the backups.`)
  say(`Set OPENHOUR_BACKUP_RECIPIENT=${recipient}`)
}

// Told to stop, it leaves an unfinished backup, which the next one removes.
process.on('SIGTERM', () => process.exit(1))
const { 'make-identity': identityFile } = values
await (identityFile === undefined ? backUp() : makeIdentityFile(identityFile)).catch(printError)
