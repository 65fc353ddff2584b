import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs')
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./ensure-built.mjs')
const { root } = await import('./run-command.mjs')

// Data lies beside the product wherever the command was typed; a folder that somebody named means what it meant to them.
if (process.env.OPENHOUR_DATA) process.env.OPENHOUR_DATA = path.resolve(process.env.OPENHOUR_DATA)
process.chdir(root)

await ensureInstalled()
if (!(await ensureBuilt())) process.exit(1)
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href)
