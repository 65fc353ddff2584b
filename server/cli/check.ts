import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { connectClient } from '#database/connect/client.ts'
import { refuseTransactionPooling } from '#database/connect/pooling.ts'
import { countPendingMigrations } from '#database/migrate.ts'
import { opensKeyCheck } from '../features/secrets/commands.ts'
import { findNewest, listBackups } from '../platform/backup/stored-backups.ts'
import { explainDatabaseFailure } from '../platform/database/connection-failure.ts'
import { availableChannels, readSettings, type Settings } from '../platform/config.ts'
import { opensDirectory } from '../platform/directory/directory-schema.ts'
import { findEmbeddedPostgres } from '../platform/embedded-postgres/attach.ts'
import { foreseeObstacle } from '../platform/privileges/drop.ts'
import { listServers } from '../platform/running-servers.ts'
import { readKeyFile } from '../platform/secrets/key-file.ts'
import { openSecretBox, type SecretBox } from '../platform/secrets/secret-box.ts'
import { exitCodes } from './exit-codes.ts'

/** One line of the diagnosis. `problem` makes it fail; `warning` does not. */
interface Finding {
  level: 'ok' | 'warning' | 'problem'
  text: string
}
const ok = (text: string): Finding => ({ level: 'ok', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
const problem = (text: string): Finding => ({ level: 'problem', text })

/** Bytes: below these, a disk is nearly full, and full. */
const [littleSpace, noSpace] = [2e9, 3e8]
/** Clocks of server and database, in ms. */
const maxClockDifferenceMs = 2000

/** Diagnoses an installation and prints a line for each finding. Starts and changes nothing. */
export async function checkInstallation(environment: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  const findings = await diagnose(environment)
  const width = 'problem'.length
  for (const { level, text } of findings) say(`${level.padEnd(width)}  ${text}`)
  const problems = findings.filter(({ level }) => level === 'problem').length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  say(`${problems} problems, ${warnings} warnings`)
  return problems > 0 ? exitCodes.failed : exitCodes.done
}

/** All findings, in the order in which an operator repairs them. */
export async function diagnose(environment: NodeJS.ProcessEnv, nodeVersion = process.versions.node): Promise<Finding[]> {
  const node = checkNode(nodeVersion)
  const read = readSettings(environment)
  if ('errors' in read) return [node, ...read.errors.map(problem)]
  const { settings, warnings } = read
  return [
    node,
    ...warnings.map(warning),
    ok(`the settings are valid: mode ${settings.mode}`),
    ...checkSite(settings),
    ...(await checkFolders(settings)),
    await checkKeyFile(settings),
    ...(await checkAccount(settings)),
    ...(await checkDatabase(settings)),
    ...checkSenders(settings),
    ...(await checkBackups(settings)),
    await checkClock(),
  ]
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = major > 20 || (major === 20 && minor >= 19)
  return isSupported ? ok(`Node ${version}`) : problem(`Node ${version} is too old; Openhour needs 20.19 or newer`)
}

function checkSite({ mode, origin, proxies, directoryUrl }: Settings): Finding[] {
  if (mode === 'demo') return [warning('this is a demo: its passwords are public')]
  return [
    directoryUrl
      ? ok('the organisations of the directory have addresses of their own')
      : !origin
        ? warning('OPENHOUR_ORIGIN is not set: links in messages lead to the address on which the server listens')
        : origin.startsWith('https:')
          ? ok(`the site's address is ${origin}`)
          : warning(`${origin} is not https: browsers send passwords in plain text`),
    ...((origin || directoryUrl) && proxies.length === 0
      ? [warning('OPENHOUR_TRUSTED_PROXIES is not set: behind a proxy, all clients share its rate limits')]
      : []),
  ]
}

async function checkFolders({ dataDirectory }: Settings): Promise<Finding[]> {
  const folder = path.resolve(dataDirectory)
  const found = await stat(folder).catch(() => undefined)
  if (!found) return [warning(`the data folder ${folder} does not exist yet; the first start creates it`)]
  if (!found.isDirectory()) return [problem(`OPENHOUR_DATA is not a folder: ${folder}`)]
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const space = `${(free / 1e9).toFixed(1)} GB free in ${folder}`
  return [
    writable
      ? ok(`the data folder ${folder} is writable`)
      : problem(`this user cannot write to the data folder ${folder}: check its owner`),
    free < noSpace ? problem(space) : free < littleSpace ? warning(space) : ok(space),
  ]
}

async function checkKeyFile({ keyFile, databaseUrl, directoryUrl, mode, dataDirectory }: Settings): Promise<Finding> {
  const found = await stat(keyFile).catch(() => undefined)
  if (!found) {
    if (directoryUrl || (databaseUrl && mode === 'production')) return problem(`the key file ${keyFile} does not exist`)
    return !databaseUrl && (await findEmbeddedPostgres(path.resolve(dataDirectory)))
      ? problem(`the key file ${keyFile} is missing: put back the one that belongs to the database`)
      : warning(`the key file ${keyFile} does not exist yet; the first start creates it`)
  }
  if (found.mode & 0o077) return problem(`other users can read the key file ${keyFile}: chmod 600 ${keyFile}`)
  return readKeyFile(keyFile).then(
    () => ok(`the key file ${keyFile}: keep a copy elsewhere, backups do not contain it`),
    (error: Error) => problem(error.message),
  )
}

/** As root, finds what the user that Openhour runs as cannot do. */
async function checkAccount(settings: Settings): Promise<Finding[]> {
  const obstacle = await foreseeObstacle(settings)
  return obstacle === undefined ? [] : [problem(obstacle)]
}

async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const { databaseUrl, directoryUrl, dataDirectory, keyFile } = settings
  const checkContent = async (client: pg.Client) => [
    ...(await checkMigrations(client)),
    ...(await checkKey(client, { keyFile, table: 'installation', opens: opensKeyCheck })),
  ]
  if (directoryUrl)
    return askDatabase(directoryUrl, 'OPENHOUR_DIRECTORY_URL', client =>
      checkKey(client, { keyFile, table: 'directory', opens: opensDirectory }),
    )
  if (databaseUrl) return askDatabase(databaseUrl, 'DATABASE_URL', checkContent)
  const found = await findEmbeddedPostgres(path.resolve(dataDirectory))
  const isListening = (await listServers(dataDirectory)).some(({ address }) => address !== null)
  if (!found) return [warning('there is no database yet; the first start creates it')]
  if (!found.url)
    return [
      isListening
        ? problem('the embedded database is not running')
        : warning('the embedded database is not running: start Openhour to check it'),
    ]
  return askDatabase(found.url, 'OPENHOUR_DATA', checkContent)
}

async function askDatabase(url: string, setting: string, checkContent: (client: pg.Client) => Promise<Finding[]>): Promise<Finding[]> {
  let client: pg.Client
  try {
    client = await connectClient(url, { settings: null })
  } catch (error) {
    return [problem(explainDatabaseFailure(error, setting) ?? `the database cannot be reached: ${(error as Error).message}`)]
  }
  try {
    const names = ['server_version', 'server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit'] as const
    const { rows } = await client.query<
      Record<(typeof names)[number], string> & { now: Date; standby: boolean; unarchived: string | null }
    >(
      `SELECT ${names.map(name => `current_setting('${name}') AS ${name}`).join(', ')}, clock_timestamp() AS now, pg_is_in_recovery() AS standby,
        (SELECT last_failed_wal FROM pg_stat_archiver WHERE last_failed_time > coalesce(last_archived_time, '-infinity')) AS unarchived`,
    )
    const [row] = rows
    if (!row) return [problem('the database does not answer')]
    const difference = Math.abs(Date.now() - row.now.getTime())
    const unsafe = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(name => row[name] === 'off')
    return [
      Number(row.server_version_num) < 150_000
        ? problem(`PostgreSQL ${row.server_version} is too old; Openhour needs 15 or newer`)
        : ok(`PostgreSQL ${row.server_version} answers`),
      ...(row.standby ? [problem(`${setting} leads to a standby, which cannot be written`)] : []),
      ...(row.server_encoding === 'UTF8' ? [] : [problem(`the database's encoding is ${row.server_encoding}, not UTF8`)]),
      ...unsafe.map(name => problem(`${name} is off: acknowledged bookings can be lost`)),
      ...(row.unarchived === null
        ? []
        : [warning(`PostgreSQL cannot archive ${row.unarchived}: archive_command fails, WAL fills the disk; see PostgreSQL's log`)]),
      ...(difference > maxClockDifferenceMs
        ? [problem(`the clocks of this machine and of the database differ by ${Math.round(difference / 1000)} s`)]
        : []),
      ...(await checkPooling(url)),
      ...(await checkContent(client)),
    ]
  } finally {
    await client.end()
  }
}

const checkPooling = (url: string): Promise<Finding[]> =>
  refuseTransactionPooling(url).then(
    () => [],
    (error: Error) => [problem(error.message)],
  )

interface RecordedKey {
  keyFile: string
  table: 'installation' | 'directory'
  opens: (secrets: SecretBox, keyCheck: Buffer) => boolean
}

/** Whether the key file is the one that the database was encrypted with. The file itself was checked before. */
async function checkKey(client: pg.Client, { keyFile, table, opens }: RecordedKey): Promise<Finding[]> {
  const keys = await readKeyFile(keyFile).catch(() => null)
  const { rows: found } = await client.query('SELECT WHERE to_regclass($1) IS NOT NULL', [table])
  if (!keys || found.length === 0) return []
  const { rows } = await client.query<{ key_check: Buffer | null }>(`SELECT key_check FROM ${table}`)
  const keyCheck = rows[0]?.key_check
  return !keyCheck || opens(openSecretBox(keys), keyCheck)
    ? []
    : [problem(`the key in ${keyFile} is not the one that the database was encrypted with: put that file back`)]
}

async function checkMigrations(client: pg.Client): Promise<Finding[]> {
  try {
    const pending = await countPendingMigrations(client)
    return [pending === 0 ? ok('no migrations are pending') : warning(`${pending} migrations are pending; the next start runs them`)]
  } catch (error) {
    return [problem((error as Error).message)]
  }
}

function checkSenders(settings: Settings): Finding[] {
  if (settings.mode === 'demo' || settings.directoryUrl) return []
  const channels = availableChannels(settings)
  return [
    channels.includes('sms')
      ? ok('text messages are set up')
      : warning('OPENHOUR_SMS_URL is not set: no text messages, and no codes to phones'),
    channels.includes('email') ? ok('e-mail is set up') : warning('OPENHOUR_SMTP_URL is not set: no e-mail'),
  ]
}

async function checkBackups({ databaseUrl, directoryUrl, backups, dataDirectory, mode }: Settings): Promise<Finding[]> {
  if (databaseUrl || directoryUrl) return []
  const { directory, intervalMinutes } = backups
  if (intervalMinutes === 0) return mode === 'demo' ? [] : [warning('automatic backups are off')]
  const [all, now] = [await listBackups(directory).catch(() => []), new Date()]
  const newest = findNewest(all, now)
  const future = all.filter(({ began }) => began > now).map(({ name }) => name)
  const [dataDisk, backupDisk] = await Promise.all([dataDirectory, directory].map(folder => stat(folder).catch(() => undefined)))
  return [
    newest ? ok(`the newest backup is of ${newest.began.toISOString()}`) : warning(`there is no backup in ${directory} yet`),
    ...(future.length > 0 ? [warning(`backups from the future: ${future.join(', ')}: the clock was ahead, or is behind now`)] : []),
    ...(dataDisk && backupDisk && dataDisk.dev === backupDisk.dev
      ? [warning('the backups are on the disk of the database: set OPENHOUR_BACKUP_DIRECTORY to another one')]
      : []),
  ]
}

async function checkClock(): Promise<Finding> {
  const synchronised = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  const now = new Date().toISOString()
  return synchronised === 'no' ? warning(`the clock (${now}) is not synchronised: use NTP`) : ok(`the clock says ${now}`)
}
