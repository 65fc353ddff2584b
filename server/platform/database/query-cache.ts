import type { Live } from '../live.ts'

/** Maximum age in ms. Results also depend on the clock, and not every change sends a notification. */
const maxAgeMs = 1000
/** Some entries are 150 kB. Beyond this number all are dropped. */
const maxEntries = 300

interface Entry {
  /** Of the last computation; a later one begins only after it. */
  value: Promise<unknown>
  since: number
  generation: number
  done: boolean
  /** The result, once there is one. */
  result: unknown
  /** The next computation, which calls after an invalidation wait for. */
  next: Promise<unknown> | undefined
}

/**
 * Coalesces calls: one computation per key until the next invalidation. A call after `invalidate` gets a
 * result whose computation began after it. However often that happens, at most one computation per key runs
 * at a time.
 */
export interface QueryCache {
  getOrCompute<Value>(key: string, compute: () => Promise<Value>): Promise<Value>
  /** The current result, if there is one already. */
  peek(key: string): unknown
  /** Every result is out of date. */
  invalidate(): void
}

/**
 * Is invalidated by each notification of the database about seats and sessions, whichever server changed
 * them.
 */
export function createQueryCache(live: Live, nowMs: () => number): QueryCache {
  const entries = new Map<string, Entry>()
  let generation = 0

  const isCurrent = (entry: Entry) => entry.generation === generation && nowMs() - entry.since < maxAgeMs
  const begin = (key: string, compute: () => Promise<unknown>): Promise<unknown> => {
    const entry: Entry = { value: compute(), since: nowMs(), generation, done: false, result: undefined, next: undefined }
    entries.set(key, entry)
    const end = () => {
      entry.done = true
      if (entry.generation !== generation && entries.get(key) === entry && !entry.next) entries.delete(key)
    }
    entry.value.then(
      result => {
        entry.result = result
        end()
      },
      () => {
        end()
        if (entries.get(key) === entry) entries.delete(key)
      },
    )
    return entry.value
  }
  const getOrCompute = (key: string, compute: () => Promise<unknown>): Promise<unknown> => {
    const entry = entries.get(key)
    if (!entry) {
      if (entries.size >= maxEntries) entries.clear()
      return begin(key, compute)
    }
    if (isCurrent(entry)) return entry.value
    if (entry.done) return begin(key, compute)
    const beginNext = () => begin(key, compute)
    entry.next ??= entry.value.then(beginNext, beginNext)
    return entry.next
  }
  const invalidate = () => {
    generation += 1
  }
  live.on('seats', invalidate)
  live.on('schedules', invalidate)
  live.on('gap', invalidate)
  const peek = (key: string) => {
    const entry = entries.get(key)
    return entry && isCurrent(entry) ? entry.result : undefined
  }
  return { getOrCompute: getOrCompute as QueryCache['getOrCompute'], peek, invalidate }
}
