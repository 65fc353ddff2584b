import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { stopPostgresAtOnce } from './stop-postgres.ts'

/** A PostgreSQL that no Openhour looks after. */
export interface OwnPostgres {
  /** Comes back when it lets people in. */
  start(): Promise<void>
  /** At once, as a crash does. */
  stop(): Promise<void>
}

/**
 * The database of a product that rests, on the port that it had; stopped until it is started. `settings`: other than the
 * product's.
 */
export async function ownPostgresOf(product: RunningProduct, settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const cluster = path.join(product.folder, 'postgres')
  // What it was started with: the program, and its arguments in quotes.
  const line = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8')
  const program = line.slice(0, line.indexOf(' "'))
  const args = [
    ...[...line.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const { uid, gid } = await stat(cluster)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  let pid: number | undefined

  return {
    async start() {
      const child = spawn(program, args, { ...account, cwd: cluster, env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'ignore' })
      await once(child, 'spawn')
      pid = child.pid
      const latest = performance.now() + 60_000
      while (!(await isReady(cluster, pid))) {
        if (child.exitCode !== null || performance.now() > latest) throw new Error('the drill’s own PostgreSQL did not start')
        await pause(10)
      }
    },
    async stop() {
      if (pid) await stopPostgresAtOnce(pid)
      pid = undefined
    },
  }
}

/** PostgreSQL writes `ready` into the eighth line. */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}
