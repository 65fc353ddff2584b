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
  // The default data directory is in the repository; a relative path in a setting is relative to the caller's
  // directory.
  for (const name of ['OPENHOUR_DATA', 'OPENHOUR_BACKUP_DIRECTORY', 'OPENHOUR_BACKUPS'])
    if (process.env[name]) process.env[name] = path.resolve(process.env[name])
  process.chdir(root)
  await ensureInstalled()
  if (!(await ensureBuilt())) process.exit(1)
  await import(pathToFileURL(path.join(root, 'dist', 'server', `${name}.js`)).href)
}
