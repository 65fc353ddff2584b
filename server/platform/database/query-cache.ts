import type { Live } from '../live.ts'

/** Maximum age in ms: not every change sends a notification. */
const maxAgeMs = 1000
/** The same for what visitors see. Each change sends a notification, which a broken connection may lose. */
const maxPublicAgeMs = 5000
/** No result outlives a full minute: then times begin and end to be bookable. */
const minuteMs = 60_000
/** Some entries are 150 kB. Beyond this number all are dropped. */
const maxEntries = 300

interface Entry {
  /** Of the last computation; a later one begins only after it. */
  value: Promise<unknown>
  since: number
  maxAgeMs: number
  generation: number
  done: boolean
  /** The result, once there is one. */
  result: unknown
  /** The next computation, which calls after an invalidation wait for. */
  next: Promise<unknown> | undefined
}

/** How long a result is kept. */
export interface CacheOptions {
  /** What visitors see, without signing in: kept longer. */
  isPublic?: boolean
}

/**
 * Coalesces calls: one computation per key until the next invalidation. A call after `invalidate` gets a
 * result whose computation began after it. However often that happens, at most one computation per key runs
 * at a time.
 */
export interface QueryCache {
  getOrCompute<Value>(key: string, compute: () => Promise<Value>, options?: CacheOptions): Promise<Value>
  /** The current result, if there is one already. */
  peek(key: string): unknown
  /** Every result is out of date. */
  invalidate(): void
}

/** Is invalidated by each notification of the database about what visitors see, whichever server changed it. */
export function createQueryCache(live: Live, nowMs: () => number): QueryCache {
  const entries = new Map<string, Entry>()
  let generation = 0

  const minuteOf = (ms: number) => Math.floor(ms / minuteMs)
  const isCurrent = (entry: Entry) => {
    const now = nowMs()
    return entry.generation === generation && now - entry.since < entry.maxAgeMs && minuteOf(now) === minuteOf(entry.since)
  }
  const begin = (key: string, compute: () => Promise<unknown>, ageMs: number): Promise<unknown> => {
    const entry: Entry = { value: compute(), since: nowMs(), maxAgeMs: ageMs, generation, done: false, result: undefined, next: undefined }
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
  const getOrCompute = (key: string, compute: () => Promise<unknown>, { isPublic = false }: CacheOptions = {}): Promise<unknown> => {
    const ageMs = isPublic ? maxPublicAgeMs : maxAgeMs
    const entry = entries.get(key)
    if (!entry) {
      if (entries.size >= maxEntries) entries.clear()
      return begin(key, compute, ageMs)
    }
    if (isCurrent(entry)) return entry.value
    if (entry.done) return begin(key, compute, ageMs)
    const beginNext = () => begin(key, compute, ageMs)
    entry.next ??= entry.value.then(beginNext, beginNext)
    return entry.next
  }
  const invalidate = () => {
    generation += 1
  }
  live.on('seats', invalidate)
  live.on('schedules', invalidate)
  live.on('public', invalidate)
  live.on('gap', invalidate)
  const peek = (key: string) => {
    const entry = entries.get(key)
    return entry && isCurrent(entry) ? entry.result : undefined
  }
  return { getOrCompute: getOrCompute as QueryCache['getOrCompute'], peek, invalidate }
}
