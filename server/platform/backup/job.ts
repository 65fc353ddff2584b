import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { text } from 'node:stream/consumers'
import type { Settings } from '../config.ts'
import type { Job } from '../jobs.ts'
import { findNewest, listBackups } from './stored-backups.ts'

const minuteMs = 60_000
/** The first backup waits until the start is complete. */
const firstDelayMs = minuteMs
const retryDelayMs = 5 * minuteMs

/**
 * Makes a backup if the newest is older than the interval. A separate process (`command`: the
 * script and Node's options) keeps it from delaying requests.
 */
export function backupJob(
  { directory, intervalMinutes }: Settings['backups'],
  command: readonly string[],
  { earliest = firstDelayMs } = {},
): Job {
  let notBefore = performance.now() + earliest
  return {
    name: 'backup',
    everySeconds: 30,
    async run({ clock }, ending) {
      if (performance.now() < notBefore) return
      const now = clock.now()
      const newest = findNewest(await listBackups(directory), now)
      if (newest && now.getTime() - newest.began.getTime() < intervalMinutes * minuteMs) return
      notBefore = performance.now() + retryDelayMs
      await runCommand(command, ending)
      notBefore = 0
    },
  }
}

async function runCommand(command: readonly string[], ending: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = () => void child.kill('SIGTERM')
  ending.addEventListener('abort', stop)
  const said = text(child.stderr)
  try {
    await once(child, 'spawn')
    os.setPriority(child.pid ?? 0, os.constants.priority.PRIORITY_BELOW_NORMAL)
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0 && !ending.aborted) throw new Error(`No backup could be made. ${(await said).trim()}`)
  } finally {
    ending.removeEventListener('abort', stop)
  }
}
