import type { Job } from './jobs.ts'
import { removeOldCounts } from './request-count-commands.ts'

/** What keeps the servers' counts of requests together, and what is over out of the database. */
export const requestLimitJobs: readonly Job[] = [
  { name: 'request limits', everySeconds: 1, run: ({ limits }) => limits.exchange() },
  { name: 'old request counts', everySeconds: 60, run: ({ prepared, clock }) => removeOldCounts(prepared, clock.now()) },
]
