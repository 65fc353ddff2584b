import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

/**
 * Checks that migrations are numbered from 1 without a gap and without two of one number, as happens when two people land the next one.
 * @returns {Promise<string[]>} One line for each violation.
 */
export async function checkMigrations() {
  const names = (await readdir(path.join(root, 'database', 'migrations'))).toSorted()
  return names.flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0')
    return name.startsWith(`${number}-`) ? [] : [`database/migrations/${name} is in the place of number ${number}`]
  })
}
