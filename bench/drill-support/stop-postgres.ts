import { setTimeout as pause } from 'node:timers/promises'
import { isThere } from '../../e2e/support/is-there.ts'

/**
 * Stops PostgreSQL at once, as `pg_ctl stop -m immediate` does: nothing more is written, and what was not yet on
 * its way to the disk is gone. Waits until the process is.
 */
export const stopPostgresAtOnce = (postmaster: number): Promise<void> => end(postmaster, 'SIGQUIT')

/** Ends its first process alone, without a word; the others notice by themselves. */
export const killPostgres = (postmaster: number): Promise<void> => end(postmaster, 'SIGKILL')

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal)
  while (isThere(pid)) await pause(10)
}
