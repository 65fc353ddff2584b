import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs')
const { ensureInstalled } = await import('./install.mjs')
const { root, runCommand } = await import('./run-command.mjs')
const { isBuilt } = await import('./source-stamp.mjs')

// Data lies beside the product wherever the command was typed; a folder that somebody named means what it meant to them.
if (process.env.OPENHOUR_DATA) process.env.OPENHOUR_DATA = path.resolve(process.env.OPENHOUR_DATA)
process.chdir(root)

await ensureInstalled()
if (!(await isBuilt())) {
  console.log('Building Openhour…')
  // In a process of its own, so that the server does not go on carrying the build tools' memory.
  const { code } = await runCommand(process.execPath, [path.join(root, 'tools', 'build.mjs')], { show: true })
  if (code !== 0) process.exit(1)
}
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href)
