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
  /** Asks the database only for what this process keeps in memory, so it runs also while the others rest. */
  inMemory?: true
  /** `ending`: the server stops; a long run should end early. */
  run: (platform: Platform, ending: AbortSignal) => Promise<void>
}

/** The jobs of one organisation, after they were started. */
export interface RunningJobs {
  /** Something has changed: the jobs run at their own times again. */
  wake(): void
  /** Starts no more runs, aborts `ending` of the current ones, and waits for them. */
  close(): Promise<void>
}

interface StartOptions {
  /** The queue that they share with other organisations; by default no job waits. */
  turns?: JobTurns
  /** Without `wake` for so long the jobs rest: those that are due run one after another, as often as that. By default never. */
  restMs?: number
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

/** Runs each job now and again after each pause. A failed run is reported, and the job runs again at its next turn. */
export function startJobs(
  platform: Platform,
  jobs: readonly Job[],
  onError: OnError,
  { turns = openJobTurns(Infinity), restMs = Infinity }: StartOptions = {},
): RunningJobs {
  const ending = new AbortController()
  // Every job that runs listens; Node warns of more than ten.
  setMaxListeners(0, ending.signal)
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()
  /** Jobs that rest, with the end of their last run. */
  const resting = new Map<Job, number>()
  const mayRest = ({ inMemory }: Job) => restMs < Infinity && !inMemory
  let changedAt = -Infinity

  const runLater = (work: () => void, afterMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, afterMs)
    timers.add(timer)
  }
  const takeTurn = (work: (signal: AbortSignal) => Promise<void>, afterwards: (isCut: boolean) => void) => {
    const run = turns(platform, ending.signal, work).then(isCut => {
      underWay.delete(run)
      if (!ending.signal.aborted) afterwards(isCut)
    })
    underWay.add(run)
  }
  const start = (job: Job) =>
    takeTurn(
      signal => runJob(platform, job, signal, onError),
      isCut => pause(job, isCut),
    )
  const pause = (job: Job, isCut: boolean) => {
    if (mayRest(job) && performance.now() - changedAt >= restMs) resting.set(job, isCut ? -Infinity : performance.now())
    else runLater(() => start(job), isCut ? 0 : job.everySeconds * 1000)
  }

  /** On one connection, which is not needed between two visits. */
  const visit = async (signal: AbortSignal) => {
    const now = performance.now()
    for (const job of [...resting].filter(([{ everySeconds }, since]) => now - since >= everySeconds * 1000).map(([one]) => one)) {
      if (signal.aborted) return
      if (!resting.delete(job)) continue
      await runJob(platform, job, signal, onError)
      if (!ending.signal.aborted) pause(job, signal.aborted)
    }
  }
  const keepVisiting = () => takeTurn(visit, isCut => runLater(keepVisiting, isCut ? 0 : restMs))

  for (const job of jobs) {
    if (mayRest(job)) resting.set(job, -Infinity)
    else start(job)
  }
  if (restMs < Infinity) keepVisiting()

  return {
    wake() {
      if (ending.signal.aborted) return
      const now = performance.now()
      changedAt = now
      for (const [job, since] of resting) runLater(() => start(job), Math.max(0, since + job.everySeconds * 1000 - now))
      resting.clear()
    },
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
  const graceEnds = new Promise<void>(resolve => {
    ending.addEventListener('abort', () => void setTimeout(resolve, deliveryGraceMs).unref(), { signal: over.signal })
  })
  await Promise.race([deliveries, graceEnds]).finally(() => over.abort())
}
