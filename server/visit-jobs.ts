import type { FastifyBaseLogger } from 'fastify'
import { applyClockChanges } from './features/sessions/clock-job.ts'
import type { Organisation } from './platform/directory/directory.ts'
import type { JobTurns } from './platform/job-turns.ts'
import { type Job, runJob } from './platform/jobs.ts'
import type { OpenOrganisation } from './open-organisation.ts'

interface Options {
  turns: JobTurns
  /** The server stops. */
  ending: AbortSignal
  open: (organisation: Organisation) => Promise<OpenOrganisation>
  onError: (error: unknown, organisation: Organisation) => void
}

/** Logs the failure of a job. */
export const reportTo = (log: FastifyBaseLogger) => (error: unknown, job: string) =>
  log.error({ err: error, job }, 'a job failed and will be tried again')

/** Runs the due jobs of closed organisations: reminders and offers do not wait for a request. */
export function jobVisitor({ turns, ending, open, onError }: Options) {
  const lastRuns = new Map<string, Map<string, number>>()
  const underWay = new Map<string, Promise<void>>()

  const runDue = async (organisation: Organisation, signal: AbortSignal): Promise<void> => {
    const runs = lastRuns.get(organisation.id) ?? new Map<string, number>()
    lastRuns.set(organisation.id, runs)
    const now = performance.now()
    const isDue = ({ name, everySeconds }: Job) => now - (runs.get(name) ?? -Infinity) >= everySeconds * 1000
    const { platform, jobs, log, close } = await open(organisation)
    try {
      await applyClockChanges(platform)
      for (const job of jobs.filter(isDue)) {
        if (signal.aborted) return
        await runJob(platform, job, signal, reportTo(log))
        // One that had to end early goes on at the next turn.
        if (!signal.aborted) runs.set(job.name, now)
      }
    } finally {
      await close()
    }
  }
  const visit = async (organisation: Organisation): Promise<void> => {
    const run = () => turns(organisation.id, ending, signal => runDue(organisation, signal))
    try {
      while ((await run()) && !ending.aborted);
    } catch (error) {
      onError(error, organisation)
    }
  }

  return {
    /** Visits each of them when it is its turn, unless it is being visited. */
    begin(closed: readonly Organisation[]): void {
      for (const organisation of closed)
        if (!underWay.has(organisation.id))
          underWay.set(
            organisation.id,
            visit(organisation).finally(() => underWay.delete(organisation.id)),
          )
    },
    /** Waits for the visits, which end after `ending`. */
    async close(): Promise<void> {
      await Promise.all(underWay.values())
    },
  }
}
