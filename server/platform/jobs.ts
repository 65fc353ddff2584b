import type { Platform } from './http/platform.ts'

/**
 * Work that nobody asks for: offers that end, old rows that go. Every server runs every job, so a job must do no harm when two run it at once
 * (one conditional statement, or rows taken with SKIP LOCKED).
 */
export interface Job {
  name: string
  everySeconds: number
  run: (platform: Platform) => Promise<void>
}

export interface RunningJobs {
  /** No run begins any more; waits for those under way. */
  close(): Promise<void>
}

/** Runs each job now and then again after each pause; one that fails is told of and tried again at its next turn. */
export function startJobs(platform: Platform, jobs: readonly Job[], onError: (error: unknown, job: string) => void): RunningJobs {
  let closed = false
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()

  const turn = (job: Job) => {
    if (closed) return
    const run = job
      .run(platform)
      .catch((error: unknown) => onError(error, job.name))
      .finally(() => {
        underWay.delete(run)
        if (closed) return
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
      closed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}
