import { retentionJob } from './features/retention/job.ts'
import { providerRenewalJob } from './features/providers/renewal/job.ts'
import { waitingListJob } from './features/waiting-list/job.ts'
import { weeklyHoursJob } from './features/schedules/weekly-hours/job.ts'
import { zoneDataJob } from './features/schedules/zone-data/job.ts'
import type { Job } from './platform/jobs.ts'
import { requestLimitJobs } from './platform/request-limit-jobs.ts'

/** The jobs of every feature. */
export const jobs: readonly Job[] = [waitingListJob, retentionJob, zoneDataJob, weeklyHoursJob, providerRenewalJob, ...requestLimitJobs]
