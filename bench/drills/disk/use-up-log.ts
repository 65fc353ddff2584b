import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../../drilling/site.ts'

/** More than the log may keep of old segments. */
const mostPieces = 200
/** In milliseconds. */
const patience = 5000

/**
 * Writes into PostgreSQL's log, half a megabyte at a time, until it cannot go on and stops: what some hours of bookings do on a full disk. Answers after how many milliseconds
 * its first process was gone.
 */
export async function useUpLog({ database }: Site, postmaster: number): Promise<number> {
  const start = performance.now()
  try {
    for (let piece = 0; piece < mostPieces; piece += 1) {
      await database.query("SELECT pg_logical_emit_message(true, 'drill', repeat('x', 500000))")
    }
    throw new Error(`PostgreSQL wrote ${mostPieces / 2} MB more into its log on a full disk`)
  } catch (error) {
    if (!/Connection terminated|terminating connection|server closed|could not write|No space/.test((error as Error).message)) throw error
  }
  while (isThere(postmaster) && performance.now() - start < patience) await pause(10)
  return performance.now() - start
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
