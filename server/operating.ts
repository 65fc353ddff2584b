import { exitCodes, UsageError } from './cli/exit-codes.ts'
import { explainDatabaseFailure } from './platform/database/connection-failure.ts'
import { readSettings, type Settings } from './platform/config.ts'

/** Why a command for one database does nothing in an installation for many organisations. */
export const servesMany = 'This installation serves many organisations (OPENHOUR_DIRECTORY_URL). See openhour organisations --help.'

/**
 * The settings of a maintenance command; ends the process where they are invalid or the database is not
 * the embedded one.
 */
export function settingsForOperators(instead: string, { needsDatabase = true } = {}): Settings {
  const read = readSettings(process.env)
  const lines = 'errors' in read ? read.errors : read.warnings
  const embedded = 'settings' in read && (!needsDatabase || !(read.settings.databaseUrl || read.settings.directoryUrl))
  if ('settings' in read && read.settings.directoryUrl && !embedded) lines.push(`${servesMany} ${instead}: docs/operations.md.`)
  else if ('settings' in read && !embedded)
    lines.push(`This is for the embedded database, and DATABASE_URL names your own. ${instead}: docs/operations.md.`)
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (!embedded) process.exit(1)
  return read.settings
}

/** Whether it is a mistake in the command line. */
export const isWrongUsage = (error: unknown): boolean =>
  error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true

/** Prints an error's message without its stack, for the person at the terminal. */
export function printError(error: unknown): void {
  if (isWrongUsage(error)) {
    process.stderr.write(`${(error as Error).message}\nSee openhour --help.\n`)
    process.exitCode = exitCodes.wrongUsage
    return
  }
  process.stderr.write(`${explainDatabaseFailure(error) ?? ((error as Error).message || String(error))}\n`)
  process.exitCode = exitCodes.failed
}
