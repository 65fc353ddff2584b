import { setTimeout as pause } from 'node:timers/promises'

/** Stops PostgreSQL at once, as `pg_ctl stop -m immediate` does: nothing more is written, and what was not yet on its way to the disk is gone. Waits until the process is. */
export async function stopPostgresAtOnce(postmaster: number): Promise<void> {
  process.kill(postmaster, 'SIGQUIT')
  while (isThere(postmaster)) await pause(10)
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
