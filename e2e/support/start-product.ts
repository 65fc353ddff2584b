import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The built product, running for a test. */
export interface RunningProduct {
  url: string
  /** The server's process. */
  pid: number
  /** Where its data are. */
  folder: string
  /** From being started to `GET /api/health/ready` answering 200, in milliseconds. */
  readyMs: number
  /** Where its database answers, for benchmarks that fill it. */
  databaseUrl(): Promise<string>
  /** Its PostgreSQL's first process. */
  postmasterPid(): Promise<number>
  /** Everything that it said so far, and its database's log. */
  logs(): Promise<{ server: string; database: string }>
  /** Ends it as SIGTERM does and removes its data. */
  stop(): Promise<void>
  /** Ends it as SIGTERM does; the data stay. Answers its exit status, null where a signal ended it. */
  rest(): Promise<number | null>
  /** Ends it as a crash does: kill -9, the data stay and PostgreSQL is left behind. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  restart(): Promise<RunningProduct>
  /**
   * Starts another server on this server's database, with these additional settings. Stop it before this one,
   * which owns the database.
   */
  addServer(settings?: Settings): Promise<RunningProduct>
}

type Mode = 'demo' | 'production'
/** Tests ask more often than the limit allows a person; production has no way to switch it off. */
const demoOnly = { demo: { OPENHOUR_RATE_LIMIT: 'off' }, production: {} }

/** No load balancer needs time to notice that one stops; their data needs no backup. */
const passing = { OPENHOUR_DRAIN_SECONDS: '0', OPENHOUR_BACKUP_INTERVAL_MINUTES: '0' }
/** By the names of the environment. */
type Settings = Record<string, string>

/**
 * The data folder per mode that `keepToCopy` made. Copying it takes a third of the time of creating and filling a
 * database.
 */
const copied = { demo: 'DEMO_TO_COPY', production: 'PRODUCTION_TO_COPY' }

/**
 * Creates the data of a first start once, for all later products of that mode. Returns a function that removes it;
 * running copies stay.
 */
export async function keepToCopy(mode: Mode): Promise<() => Promise<void>> {
  const kept = await startProduct({ mode })
  await kept.rest()
  // Copies keep their owners, for which there is nothing like it on Windows.
  if (process.platform !== 'win32') process.env[copied[mode]] = kept.folder
  return kept.stop
}

interface Wanted {
  mode?: Mode
  settings?: Settings
  /** The folder that its data lie in, made there from the first. */
  within?: string
}

/**
 * Starts dist/server/main.js on a free port with its own data, by default as a demo. Resolves when the server is
 * ready.
 */
export async function startProduct({ mode = 'demo', settings = {}, within }: Wanted = {}): Promise<RunningProduct> {
  const folder = await mkdtemp(path.join(within ?? tmpdir(), 'openhour-e2e-'))
  // Started as root, its PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o711)
  const kept = process.env[copied[mode]]
  if (kept && !within) {
    await promisify(execFile)('cp', ['-a', `${kept}/.`, folder])
    // The copied secrets are encrypted with its own key.
    if (settings.OPENHOUR_KEY_FILE) await promisify(execFile)('mv', [path.join(folder, 'secrets.key'), settings.OPENHOUR_KEY_FILE])
  }
  const removeData = () => rm(folder, { recursive: true, force: true })
  return startOn(folder, { OPENHOUR_MODE: mode, ...demoOnly[mode], ...passing, ...settings }, removeData)
}

/** What `npm start` tells Node, for what is tested and measured to be what people run. */
const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as { scripts: { start: string } }
const flags = scripts.start.split(' ').filter(word => word.startsWith('--'))

/** `afterwards` runs when it is stopped for good. */
async function startOn(folder: string, settings: Settings, afterwards: () => Promise<void>): Promise<RunningProduct> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...env } = process.env
  // Killed tests leave nothing running: the product ends with the process that started it.
  const withParent = ['--import', new URL('../../tools/follow-parent.mjs', import.meta.url).href]
  const start = performance.now()
  const child = spawn(process.execPath, [...withParent, ...flags, path.join(import.meta.dirname, '../../dist/server/main.js')], {
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', OPENHOUR_DATA: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const rest = async () => {
    if (isRunning(child)) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  const stop = async () => {
    await rest()
    await afterwards()
  }
  const kill = async () => {
    if (!isRunning(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  if (!(await waitUntilReady(child, url))) {
    await stop()
    throw new Error(`The product did not become ready. It said:\n${output.join('')}`)
  }
  const databaseUrl = async () => settings.DATABASE_URL ?? readDatabaseUrl(folder)
  return {
    url,
    pid: child.pid ?? 0,
    folder,
    readyMs: performance.now() - start,
    databaseUrl,
    postmasterPid: async () => (await readPostmaster(folder)).pid,
    logs: async () => ({ server: output.join(''), database: await readFile(path.join(folder, 'postgres.log'), 'utf8') }),
    stop,
    rest,
    kill,
    restart: () => startOn(folder, settings, afterwards),
    addServer: async more => startOn(folder, { ...settings, DATABASE_URL: await databaseUrl(), ...more }, async () => {}),
  }
}

/**
 * The embedded PostgreSQL writes its process into the first line of postmaster.pid and its port into the fourth.
 */
async function readPostmaster(folder: string): Promise<{ pid: number; port: number }> {
  const [pid, , , port] = (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n').map(Number)
  return { pid: pid ?? 0, port: port ?? 0 }
}

async function readDatabaseUrl(folder: string): Promise<string> {
  const password = (await readFile(path.join(folder, 'postgres.password'), 'utf8')).trim()
  const { port } = await readPostmaster(folder)
  return `postgres://openhour:${password}@127.0.0.1:${port}/openhour`
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<boolean> {
  const end = performance.now() + 60_000
  while (isRunning(child) && performance.now() < end) {
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined)
    if (answer?.ok) return true
    await pause(10)
  }
  return false
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** A port of this machine on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
