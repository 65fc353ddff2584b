import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./ensure-built.mjs')
const { root } = await import('./run-command.mjs')

/**
 * Runs one of the server's programs in this process, installed and built.
 * @param {string} name
 */
export async function runBuilt(name) {
  // Data lies beside the product wherever the command was typed; a folder that somebody named means what it meant to them.
  for (const folder of ['OPENHOUR_DATA', 'OPENHOUR_BACKUPS'])
    if (process.env[folder]) process.env[folder] = path.resolve(process.env[folder])
  process.chdir(root)
  await ensureInstalled()
  if (!(await ensureBuilt())) process.exit(1)
  await import(pathToFileURL(path.join(root, 'dist', 'server', `${name}.js`)).href)
}
