import { readFileSync } from 'node:fs'

/** What the process needs besides its visitors: database connections, its own files, webhooks, calendars, mail. */
const reserved = 128
const leastConnections = 64

/** How many files this process may have open, each connection being one; null where the system does not say. */
export function readFileLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined || soft === 'unlimited' ? null : Number(soft)
  } catch {
    return null
  }
}

/** How many connections are accepted, so that the process always has files left for its own work; undefined: any number. */
export function maxConnections(fileLimit: number | null = readFileLimit()): number | undefined {
  return fileLimit === null ? undefined : Math.max(leastConnections, fileLimit - reserved)
}
