import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../platform/config.ts'
import { isAlive, waitUntil } from '../platform/embedded-postgres/processes.ts'
import { listServers, type RunningServer } from '../platform/running-servers.ts'
import { exitCodes } from './exit-codes.ts'

interface Context {
  settings: Settings
  say: (line: string) => void
}

/** Starts a server that outlives this process; returns when it is ready, or has ended, or the time is up. */
export async function startInBackground({
  settings,
  say,
  timeoutSeconds,
  installation,
}: Context & { timeoutSeconds: number; installation: { entryPoint: (name: string) => URL } }): Promise<number> {
  const folder = path.resolve(settings.dataDirectory)
  const [running] = await listServers(folder)
  if (running && !settings.databaseUrl && !settings.directoryUrl) {
    say(`Openhour is already running: ${describe(running)}.`)
    return exitCodes.failed
  }
  await mkdir(folder, { recursive: true })
  const logFile = path.join(folder, 'openhour.log')
  const logStart = await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  )
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(installation.entryPoint('main'))], {
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended = false
  child.on('exit', () => (ended = true)).on('error', () => (ended = true))
  const isReady = async () => {
    const server = (await listServers(folder)).find(({ pid }) => pid === child.pid)
    return server !== undefined && (await describeReadiness(server)) === null
  }
  const settled = await waitUntil(async () => ended || (await isReady()), timeoutSeconds * 1000)
  child.unref()
  say((await readFile(logFile)).subarray(logStart).toString().trim())
  if (settled && !ended) return exitCodes.done
  say(ended ? `The server has ended; its log is ${logFile}.` : `The server was not ready after ${timeoutSeconds} s; its log is ${logFile}.`)
  return exitCodes.failed
}

/** Ends the servers of the data folder as SIGTERM does, and waits for it. */
export async function stopServers({ settings, say, timeoutSeconds }: Context & { timeoutSeconds: number }): Promise<number> {
  const servers = await listServers(settings.dataDirectory)
  if (servers.length === 0) say('Openhour is not running.')
  const results = await Promise.all(servers.map(server => stopServer(server, timeoutSeconds, say)))
  return results.every(Boolean) ? exitCodes.done : exitCodes.failed
}

async function stopServer(server: RunningServer, timeoutSeconds: number, say: (line: string) => void): Promise<boolean> {
  try {
    process.kill(server.pid, 'SIGTERM')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM') {
      say(`Process ${server.pid} belongs to another user. Run this as that user or as root.`)
      return false
    }
  }
  const stopped = await waitUntil(() => !isAlive(server.pid), timeoutSeconds * 1000)
  say(stopped ? `Stopped ${describe(server)}.` : `Process ${server.pid} did not end in ${timeoutSeconds} s.`)
  return stopped
}

/** Prints the servers of the data folder. */
export async function showStatus({ settings, say }: Context): Promise<number> {
  const servers = await listServers(settings.dataDirectory)
  if (servers.length === 0) {
    say('Openhour is not running.')
    return exitCodes.notRunning
  }
  const reasons = await Promise.all(servers.map(describeReadiness))
  for (const [index, server] of servers.entries())
    say(`${describe(server)}, version ${server.version}, since ${server.startedAt}: ${reasons[index] ?? 'ready'}`)
  return reasons.every(reason => reason === null) ? exitCodes.done : exitCodes.failed
}

const describe = ({ address, pid }: RunningServer) => (address === null ? `process ${pid}` : `${address} (process ${pid})`)

/** Why a server is not ready; null if it is. */
async function describeReadiness({ address }: RunningServer): Promise<string | null> {
  if (address === null) return 'starting'
  try {
    const answer = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(10_000) })
    if (answer.ok) return null
    const { reason } = (await answer.json().catch(() => ({}))) as { reason?: string }
    return `not ready: ${reason ?? answer.status}`
  } catch {
    return 'not ready: no response'
  }
}
