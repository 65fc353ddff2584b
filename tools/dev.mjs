import { spawn } from 'node:child_process'
import path from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { root } = await import('./run-command.mjs')
await ensureInstalled()

// The server restarts when its sources change and keeps its data; the pages are Vite's, which sends /api on to the server.
const server = ['--watch', '--import', 'tsx', 'server/main.ts']
const pages = ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts']
const children = [server, pages].map(args => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => children.forEach(child => child.kill(signal)))
}
for (const child of children) {
  child.on('exit', code => {
    process.exitCode ||= code ?? 0
    for (const other of children) other.kill('SIGTERM')
  })
}
console.log(`Working on ${path.basename(root)}: the pages are on http://127.0.0.1:5173, the API behind them on port 3000.`)
