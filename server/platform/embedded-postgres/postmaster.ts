import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, quietEnvironment, runAs, runQuietly } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { isOnSmallDisk } from './disk.ts'
import { isAlive, readCommandLine, waitUntil } from './processes.ts'
import { listSettings } from './server-settings.ts'
import { DatabaseStartError } from './start-error.ts'

/** A running PostgreSQL server, and its address. */
export interface Postmaster {
  pid: number
  port: number
}

/** What to start, and as which account. */
export interface Cluster {
  home: Home
  binaries: Binaries
  account: Account | undefined
  throwaway: boolean
}

const pidFileOf = (home: Home) => path.join(home.cluster, 'postmaster.pid')

/**
 * The server in `postmaster.pid`, if that process is really this cluster's; undefined otherwise, and where it runs
 * in another container.
 */
export async function findPostmaster(home: Home): Promise<Postmaster | undefined> {
  const [pid, , , port] = (await readFile(pidFileOf(home), 'utf8').catch(() => '')).split('\n').map(Number)
  if (pid && isAlive(pid)) {
    const commandLine = await readCommandLine(pid)
    if (commandLine === undefined || commandLine.includes(home.cluster)) return { pid, port: port ?? 0 }
  }
  return undefined
}

/** The same for the owner of the data folder, who removes a stale file. */
export async function findOwnPostmaster(home: Home): Promise<Postmaster | undefined> {
  const found = await findPostmaster(home)
  // PostgreSQL would take another process with this id, or a zombie, for a running server.
  if (!found) await rm(pidFileOf(home), { force: true })
  return found
}

/**
 * Starts the server on 127.0.0.1 at the given or a free port, and waits until it accepts
 * connections. It leads its own session, so that Ctrl-C does not end it during the last requests.
 * `ending`: no further attempts.
 */
export async function launchPostmaster(
  cluster: Cluster,
  { port, ending }: { port?: number; ending?: AbortSignal } = {},
): Promise<Postmaster> {
  const { home } = cluster
  const end = performance.now() + 60_000
  for (;;) {
    const logStart = await rotateLog(home.logFile)
    const postmaster = await spawnAndWait(cluster, port ?? (await findFreePort()))
    if (postmaster) return postmaster
    const tail = (await readFile(home.logFile, 'utf8')).slice(logStart).trim().split('\n').slice(-12).join('\n')
    // A port taken meanwhile, or the last children of a killed server: both are temporary.
    const passing = /could not create any TCP\/IP sockets|pre-existing shared memory block/.test(tail)
    if (!passing || ending?.aborted || performance.now() > end) {
      throw new DatabaseStartError(`PostgreSQL did not start. The end of its log, ${home.logFile}:\n${tail || '(nothing was written)'}`)
    }
    await pause(200)
  }
}

async function spawnAndWait({ home, binaries, account, throwaway }: Cluster, port: number): Promise<Postmaster | undefined> {
  const logFile = await open(home.logFile, 'a', 0o600)
  try {
    if (account) await logFile.chown(account.uid, account.gid)
    const settings = listSettings({ throwaway, smallDisk: await isOnSmallDisk(home.cluster) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const child = spawn(binaries.postgres, ['-D', home.cluster, '-p', String(port), ...settings], {
      ...runAs(account),
      detached: true,
      windowsHide: true,
      cwd: home.cluster,
      env: quietEnvironment(),
      // A file, not a pipe: the server must survive a killed Openhour with its log.
      stdio: ['ignore', logFile.fd, logFile.fd],
    })
    await once(child, 'spawn')
    child.unref()
    const pid = child.pid as number
    const ready = () => child.exitCode !== null || child.signalCode !== null || isReady(home, pid)
    const settled = await waitUntil(ready, 120_000)
    if (!settled) await stopPostmaster({ pid, port }, home, binaries)
    return settled && (await isReady(home, pid)) ? { pid, port } : undefined
  } finally {
    await logFile.close()
  }
}

/** The server writes `ready` in line eight after recovery. */
async function isReady(home: Home, pid: number): Promise<boolean> {
  const lines = (await readFile(path.join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Asks the server to end its sessions and stop; after half a minute, stops it immediately (recovery
 * repairs that).
 */
export async function stopPostmaster({ pid }: Postmaster, home: Home, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    // Windows lacks these signals; PostgreSQL's own tool replaces them.
    await runQuietly(binaries.pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-w'], undefined).catch(() => undefined)
    return
  }
  await signalAndWait({ pid }, home)
}

/** Like `stopPostmaster`, on systems with signals. */
export async function signalAndWait({ pid }: Pick<Postmaster, 'pid'>, home: Home): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 15],
    ['SIGKILL', 5],
  ] as const) {
    signalIfAlive(pid, signal)
    if (await waitUntil(() => !isAlive(pid), seconds * 1000)) return
  }
  throw new DatabaseStartError(`PostgreSQL (process ${pid}) does not stop. Its log is ${home.logFile}.`)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Rotates the log, keeping one old file. Returns the offset of this start's first line. */
async function rotateLog(file: string): Promise<number> {
  const size = await stat(file).then(
    found => found.size,
    () => 0,
  )
  if (size < 2_000_000) return size
  await rename(file, `${file}.old`)
  return 0
}
