import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./ensure-built.mjs')
const { root, runCommand } = await import('./run-command.mjs')
await ensureInstalled()
const { findBrowser } = await import('./find-browser.mjs')

/** Those that open pages. */
const inBrowser = ['page']

const [name = '', ...args] = process.argv.slice(2)
const benchmarks = (await readdir(path.join(root, 'bench'))).filter(file => file.endsWith('.ts')).map(file => path.basename(file, '.ts'))
if (!benchmarks.includes(name)) {
  console.error(`Usage: npm run bench -- <name>, one of: ${benchmarks.join(', ') || '(none yet)'}`)
  process.exit(1)
}
if (!(await ensureBuilt())) process.exit(1)
const env = { ...process.env, ...(inBrowser.includes(name) && (await findBrowser())) }
const { code } = await runCommand(process.execPath, ['--import', 'tsx', path.join('bench', `${name}.ts`), ...args], { env, show: true })
process.exitCode = code
