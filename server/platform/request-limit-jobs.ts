import type { Job } from './jobs.ts'
import { removeOldCounts } from './request-count-commands.ts'

/** Adds up the servers' counts of requests, and removes those that have ended. */
export const requestLimitJobs: readonly Job[] = [
  { name: 'request limits', everySeconds: 1, inMemory: true, run: ({ limits }) => limits.exchange() },
  { name: 'old request counts', everySeconds: 60, run: ({ db, clock }) => removeOldCounts(db, clock.now()) },
]
