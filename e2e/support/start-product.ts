import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The built product, running for a test. */
export interface RunningProduct {
  url: string
  /** Where its database answers, for benchmarks that fill it. */
  databaseUrl(): Promise<string>
  /** Ends it as SIGTERM does and removes its data. */
  stop(): Promise<void>
  /** Ends it as a crash does: kill -9, the data stay and PostgreSQL is left behind. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  restart(): Promise<RunningProduct>
}

/** Starts dist/server/main.js as a demo with fresh data on a free port, and waits until it says that it is ready. */
export async function startProduct(): Promise<RunningProduct> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-e2e-'))
  // Started as root, its PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o711)
  return startOn(folder)
}

async function startOn(folder: string): Promise<RunningProduct> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...env } = process.env
  // Killed tests leave nothing running: the product ends with the process that started it.
  const withParent = ['--import', new URL('../../tools/follow-parent.mjs', import.meta.url).href]
  const child = spawn(process.execPath, [...withParent, path.join(import.meta.dirname, '../../dist/server/main.js')], {
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', OPENHOUR_DATA: folder, OPENHOUR_MODE: 'demo', OPENHOUR_RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const stop = async () => {
    if (isRunning(child)) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  if (await waitUntilReady(child, url))
    return { url, stop, kill, restart: () => startOn(folder), databaseUrl: () => readDatabaseUrl(folder) }
  await stop()
  throw new Error(`The product did not become ready. It said:\n${output.join('')}`)
}

/** The embedded PostgreSQL writes its port into the fourth line of postmaster.pid. */
async function readDatabaseUrl(folder: string): Promise<string> {
  const password = (await readFile(path.join(folder, 'postgres.password'), 'utf8')).trim()
  const port = (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://openhour:${password}@127.0.0.1:${port}/openhour`
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<boolean> {
  const end = performance.now() + 60_000
  while (isRunning(child) && performance.now() < end) {
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined)
    if (answer?.ok) return true
    await pause(50)
  }
  return false
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
