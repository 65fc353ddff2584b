import { readSettings, type Settings } from './platform/config.ts'

/**
 * The settings of a maintenance command; ends the process where they are invalid or the database is not
 * the embedded one.
 */
export function settingsForOperators(instead: string): Settings {
  const read = readSettings(process.env)
  const lines = 'errors' in read ? read.errors : read.warnings
  const embedded = 'settings' in read && !read.settings.databaseUrl
  if ('settings' in read && !embedded)
    lines.push(`This is for the embedded database, and DATABASE_URL names your own. ${instead}: docs/operations.md.`)
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (!embedded) process.exit(1)
  return read.settings
}

/** Prints an error's message without its stack, for the person at the terminal. */
export function printError(error: unknown): void {
  process.stderr.write(`${(error as Error).message || String(error)}\n`)
  process.exitCode = 1
}
