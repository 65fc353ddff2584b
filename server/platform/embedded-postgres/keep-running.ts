import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

/** How often it is looked whether the server is there, in milliseconds. */
const lookEvery = 200
/** Before each further try it is waited twice as long, from and up to these milliseconds. */
const [leastWait, mostWait] = [250, 10_000]
/** Who has run for so long, in milliseconds, and ends, is started again at once. */
const steadyAfter = 60_000

/** A server that is started again, on its port, when it ends by itself. */
export interface KeptPostmaster {
  /** How often that was tried since it ended; 0 while it runs. */
  tries(): number
  /** Stops the server, also one that is just starting, for good. */
  stop(): Promise<void>
}

/**
 * Watches the server by its process, since one that was taken over is not this process's child. Where it cannot be started, for want of room or because another
 * program has its port by now, it is tried again with growing pauses, for as long as it takes.
 */
export function keepRunning(first: Postmaster, cluster: Cluster, log: (line: string) => void): KeptPostmaster {
  const ending = new AbortController()
  const { home, binaries } = cluster
  let running: Postmaster | null = first
  let since = performance.now()
  let tries = 0
  let wait = 0

  /** Ends early when stopping, and does not keep the process alive. */
  const rest = (ms: number) => pause(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)

  const startAgain = async () => {
    await rest(wait)
    wait = Math.min(mostWait, Math.max(leastWait, wait * 2))
    if (ending.signal.aborted) return
    tries += 1
    try {
      // What it left behind would be taken for a running server where its id is a zombie's or a stranger's by now.
      await findPostmaster(home)
      running = await launchPostmaster(cluster, { port: first.port, ending: ending.signal })
      since = performance.now()
      tries = 0
      log('PostgreSQL runs again.')
    } catch (error) {
      // Once is enough for the person at the terminal; readiness goes on telling.
      if (tries === 1) log(`${(error as Error).message}\nIt is tried again.`)
    }
  }
  const keep = async () => {
    while (!ending.signal.aborted) {
      if (!running) await startAgain()
      else if (isAlive(running.pid)) await rest(lookEvery)
      else {
        log(`PostgreSQL (process ${running.pid}) ended by itself; Openhour starts it again.`)
        if (performance.now() - since > steadyAfter) wait = 0
        running = null
      }
    }
  }
  const keeping = keep()

  return {
    tries: () => tries,
    async stop() {
      ending.abort()
      const found = running ?? (await findPostmaster(home))
      if (found) await stopPostmaster(found, home, binaries)
      await keeping
      // One that had not yet written where it is.
      if (running && running !== found) await stopPostmaster(running, home, binaries)
    },
  }
}
