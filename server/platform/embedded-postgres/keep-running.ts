import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, findOwnPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

/** Interval of the check that the server runs, in milliseconds. */
const pollMs = 200
/** Pauses between attempts double, from the first up to the second. */
const [minWaitMs, maxWaitMs] = [250, 10_000]
/** A server that ran for at least this many milliseconds restarts at once. */
const steadyAfterMs = 60_000

/** A server that is restarted on its port when it ends unexpectedly. */
export interface KeptPostmaster {
  /** Number of attempts since it ended; 0 while it runs. */
  tries(): number
  /** Stops the server for good, even during its start. */
  stop(): Promise<void>
}

/**
 * Watches the server by its process, because an adopted server is not a child of this process. If
 * it cannot start, for example because the disk is full or the port is taken, retries with growing
 * pauses for as long as it takes.
 */
export function keepRunning(first: Postmaster, cluster: Cluster, log: (line: string) => void): KeptPostmaster {
  const ending = new AbortController()
  const { home, binaries } = cluster
  let running: Postmaster | null = first
  let since = performance.now()
  let tries = 0
  let wait = 0

  /** Ends early on stop, and does not keep the process alive. */
  const rest = (ms: number) => pause(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)

  const startAgain = async () => {
    await rest(wait)
    wait = Math.min(maxWaitMs, Math.max(minWaitMs, wait * 2))
    if (ending.signal.aborted) return
    tries += 1
    try {
      // Its leftover files would look like a running server if its id now belongs to a zombie or
      // another process.
      await findOwnPostmaster(home)
      running = await launchPostmaster(cluster, { port: first.port, ending: ending.signal })
      since = performance.now()
      tries = 0
      log('PostgreSQL runs again.')
    } catch (error) {
      // One message for the terminal is enough; readiness keeps reporting it.
      if (tries === 1) log(`${(error as Error).message}\nIt is tried again.`)
    }
  }
  const keep = async () => {
    while (!ending.signal.aborted) {
      if (!running) await startAgain()
      else if (isAlive(running.pid)) await rest(pollMs)
      else {
        log(`PostgreSQL (process ${running.pid}) ended by itself; Openhour starts it again.`)
        if (performance.now() - since > steadyAfterMs) wait = 0
        running = null
      }
    }
  }
  const keeping = keep()

  return {
    tries: () => tries,
    async stop() {
      ending.abort()
      const found = running ?? (await findOwnPostmaster(home))
      if (found) await stopPostmaster(found, home, binaries)
      await keeping
      // A server that has not yet written its address.
      if (running && running !== found) await stopPostmaster(running, home, binaries)
    },
  }
}
