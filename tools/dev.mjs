import { spawn } from 'node:child_process'
import path from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { root } = await import('./run-command.mjs')
await ensureInstalled()

const port = process.env.PORT ?? '3000'
const database = process.env.DATABASE_URL ? null : await startDatabase()
const env = { ...process.env, PORT: port, ...(database && { DATABASE_URL: database.url }) }

// The server restarts when its sources change; its database goes on. The pages are Vite's, which sends /api on to the server.
const server = ['--watch', '--import', 'tsx', 'server/main.ts']
const pages = ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts']
const children = [server, pages].map(args => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env }))

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => children.forEach(child => child.kill(signal)))
}
let running = children.length
for (const child of children) {
  child.on('exit', code => {
    process.exitCode ||= code ?? 0
    for (const other of children) other.kill('SIGTERM')
    running -= 1
    if (running === 0) void database?.stop()
  })
}
console.log(`Working on ${path.basename(root)}: Vite says where the pages are; the API behind them is on port ${port}.`)

/** The embedded database of OPENHOUR_DATA, by the server's own code. */
async function startDatabase() {
  const { tsImport } = await import('tsx/esm/api')
  const { startEmbeddedPostgres } = await tsImport('../server/platform/embedded-postgres/start.ts', import.meta.url)
  const dataDirectory = path.resolve(root, process.env.OPENHOUR_DATA ?? 'data')
  return startEmbeddedPostgres({ dataDirectory, log: console.log })
}
