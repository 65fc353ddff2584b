import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

const folder = path.join('database', 'migrations')
/** The last migration before the baseline. Every later one is a file of `database/migrations` itself. */
const baseline = 72

/**
 * Checks that migrations are numbered from 1 without a gap or a duplicate, as two branches can cause, and that
 * those up to the baseline stay in `before-baseline`.
 * @returns {Promise<string[]>} One line for each violation.
 */
export async function checkMigrations() {
  const list = async (/** @type {string} */ name) =>
    (await readdir(path.join(root, folder, name))).filter(file => file.endsWith('.sql')).toSorted()
  const [before, since] = [await list('before-baseline'), await list('.')]
  if (before.length !== baseline) return [`${folder}/before-baseline has ${before.length} migrations instead of ${baseline}`]
  return [...before, ...since].flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0')
    return name.startsWith(`${number}-`) ? [] : [`${folder}: ${name} is in the place of number ${number}`]
  })
}
