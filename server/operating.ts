import { readSettings, type Settings } from './platform/config.ts'

/** The settings as the product reads them; ends the process where they are wrong, or where the database is not the embedded one. */
export function settingsForOperators(instead: string): Settings {
  const read = readSettings(process.env)
  const errors = 'errors' in read ? read.errors : []
  if ('settings' in read && !read.settings.databaseUrl) return read.settings
  if (errors.length === 0)
    errors.push(`This is for the embedded database, and DATABASE_URL names your own. ${instead}: docs/operations.md.`)
  for (const error of errors) process.stderr.write(`${error}\n`)
  process.exit(1)
}

/** In words, without a stack, for the person at the terminal. */
export function sayWhy(error: unknown): void {
  process.stderr.write(`${(error as Error).message || String(error)}\n`)
  process.exitCode = 1
}
