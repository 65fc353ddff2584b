import { jobRuns, jobSuccesses } from './metrics/measures.ts'
import type { Platform } from './http/platform.ts'

/**
 * Work that nobody asks for: offers that end, old rows that go. Every server runs every job, so a job must do no harm when two run it at once
 * (one conditional statement, or rows taken with SKIP LOCKED).
 */
export interface Job {
  name: string
  everySeconds: number
  /** `ending`: the server stops, and what takes long should end without having finished. */
  run: (platform: Platform, ending: AbortSignal) => Promise<void>
}

export interface RunningJobs {
  /** No run begins any more; tells those under way, and waits for them. */
  close(): Promise<void>
}

/** Runs each job now and then again after each pause; one that fails is told of and tried again at its next turn. */
export function startJobs(platform: Platform, jobs: readonly Job[], onError: (error: unknown, job: string) => void): RunningJobs {
  const ending = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()

  const turn = (job: Job) => {
    if (ending.signal.aborted) return
    const measure = jobRuns.startTimer({ name: job.name })
    const run = job
      .run(platform, ending.signal)
      .then(
        () => {
          measure({ outcome: 'succeeded' })
          jobSuccesses.set({ name: job.name }, Date.now() / 1000)
        },
        (error: unknown) => {
          measure({ outcome: 'failed' })
          onError(error, job.name)
        },
      )
      .finally(() => {
        underWay.delete(run)
        if (ending.signal.aborted) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          turn(job)
        }, job.everySeconds * 1000)
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
