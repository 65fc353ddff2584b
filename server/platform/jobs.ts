import { setMaxListeners } from 'node:events'
import { openJobTurns, type JobTurns } from './job-turns.ts'
import { jobRuns, jobSuccesses } from './metrics/measures.ts'
import type { Platform } from './http/platform.ts'

/**
 * Background work, such as ending offers and deleting old rows. Every server runs every job, so two runs at
 * the same time must do no harm (one conditional statement, or rows taken with SKIP LOCKED).
 */
export interface Job {
  name: string
  everySeconds: number
  /** `ending`: the server stops; a long run should end early. */
  run: (platform: Platform, ending: AbortSignal) => Promise<void>
}

export interface RunningJobs {
  /** Starts no more runs, aborts `ending` of the current ones, and waits for them. */
  close(): Promise<void>
}

type OnError = (error: unknown, job: string) => void

/** Jobs whose failures are counted from 0. */
const counted = new Set<string>()

/** Runs a job once, measures it, and reports its failure. */
export async function runJob(platform: Platform, job: Job, ending: AbortSignal, onError: OnError): Promise<void> {
  const { organisation } = platform
  const measure = jobRuns.startTimer({ name: job.name })
  const seconds = () => Date.now() / 1000
  if (jobSuccesses.get(organisation, job.name) === undefined) jobSuccesses.set(organisation, seconds(), job.name)
  if (!counted.has(job.name)) jobRuns.zero({ name: job.name, outcome: 'failed' })
  counted.add(job.name)
  try {
    await job.run(platform, ending)
    measure({ outcome: 'succeeded' })
    jobSuccesses.set(organisation, seconds(), job.name)
  } catch (error) {
    measure({ outcome: 'failed' })
    onError(error, job.name)
  }
}

/**
 * Runs each job now and again after each pause. A failed run is reported, and the job runs again at its
 * next turn. `turns`: the queue that it shares with other organisations; by default no job waits.
 */
export function startJobs(
  platform: Platform,
  jobs: readonly Job[],
  onError: OnError,
  turns: JobTurns = openJobTurns(Infinity),
): RunningJobs {
  const ending = new AbortController()
  // Every job that runs listens; Node warns of more than ten.
  setMaxListeners(0, ending.signal)
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()

  const turn = (job: Job) => {
    if (ending.signal.aborted) return
    const run = turns(platform, ending.signal, signal => runJob(platform, job, signal, onError)).then(isCut => {
      underWay.delete(run)
      if (ending.signal.aborted) return
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          turn(job)
        },
        isCut ? 0 : job.everySeconds * 1000,
      )
      timers.add(timer)
    })
    underWay.add(run)
  }
  for (const job of jobs) turn(job)

  return {
    async close() {
      ending.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

/** How long a stopping server waits for deliveries in progress, in ms; otherwise their leases expire. */
const deliveryGraceMs = 15_000

/** Waits for deliveries; once the server stops, for at most `deliveryGraceMs`. */
export async function waitForDeliveries(ending: AbortSignal, deliveries: Promise<void>): Promise<void> {
  const over = new AbortController()
  const patience = new Promise<void>(resolve => {
    ending.addEventListener('abort', () => void setTimeout(resolve, deliveryGraceMs).unref(), { signal: over.signal })
  })
  await Promise.race([deliveries, patience]).finally(() => over.abort())
}
