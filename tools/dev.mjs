import { spawn } from 'node:child_process'
import path from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { root } = await import('./run-command.mjs')
await ensureInstalled()

const port = process.env.PORT ?? '3000'
const database = process.env.DATABASE_URL ? null : await startDatabase()
// A restart waits for no load balancer.
const env = { OPENHOUR_DRAIN_SECONDS: '0', ...process.env, PORT: port, ...(database && { DATABASE_URL: database.url }) }

const { watchServer } = await import('./watch-server.mjs')
const server = await watchServer(env)
// The pages are Vite's, which sends /api on to the server.
const pages = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'], {
  cwd: root,
  stdio: 'inherit',
  env,
})

let stopping = false
async function stop(code = 0) {
  if (stopping) return
  stopping = true
  pages.kill()
  await server.stop()
  await database?.stop()
  process.exit(code)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void stop())
pages.on('exit', code => void stop(code ?? 0))
console.log(`Working on ${path.basename(root)}: Vite says where the pages are; the API behind them is on port ${port}.`)

/** The embedded database of OPENHOUR_DATA, by the server's own code. */
async function startDatabase() {
  const { tsImport } = await import('tsx/esm/api')
  const { startEmbeddedPostgres } = await tsImport('../server/platform/embedded-postgres/start.ts', import.meta.url)
  const dataDirectory = path.resolve(root, process.env.OPENHOUR_DATA ?? 'data')
  return startEmbeddedPostgres({ dataDirectory, log: console.log })
}
