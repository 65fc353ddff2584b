import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./ensure-built.mjs')
const { root, runCommand } = await import('./run-command.mjs')

/**
 * Runs, on the built product, what the command line names: one of the files of a folder. The process ends as it
 * does.
 * @param {string} usage As it is typed.
 * @param {string} folder Whose files have the names.
 * @param {(name: string) => string[]} scriptOf The script and its first arguments.
 * @param {(name: string) => Promise<NodeJS.ProcessEnv>} [environmentOf] What it needs besides.
 */
export async function runMeasurement(usage, folder, scriptOf, environmentOf = async () => ({})) {
  await ensureInstalled()
  const [name = '', ...args] = process.argv.slice(2)
  const names = (await readdir(path.join(root, folder))).filter(file => file.endsWith('.ts')).map(file => path.basename(file, '.ts'))
  if (!names.includes(name)) {
    console.error(`Usage: ${usage}, one of: ${names.join(', ')}`)
    process.exit(1)
  }
  if (!(await ensureBuilt())) process.exit(1)
  const env = { ...process.env, ...(await environmentOf(name)) }
  const { code } = await runCommand(process.execPath, ['--import', 'tsx', ...scriptOf(name), ...args], { env, show: true })
  process.exitCode = code
}
