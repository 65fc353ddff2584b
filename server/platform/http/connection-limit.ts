import { readFileSync } from 'node:fs'

/** Files for other purposes than clients: database connections, own files, webhooks, calendars, mail. */
const reservedConnections = 128
const minConnections = 64

/**
 * Maximum number of open files of this process, including connections; null if the system does not report
 * it.
 */
export function readFileLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined || soft === 'unlimited' ? null : Number(soft)
  } catch {
    return null
  }
}

/**
 * Maximum number of connections, so that the process always has files for its own work; undefined: no
 * limit.
 */
export function maxConnections(fileLimit: number | null = readFileLimit()): number | undefined {
  return fileLimit === null ? undefined : Math.max(minConnections, fileLimit - reservedConnections)
}
