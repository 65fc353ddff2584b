import type { Live } from './live.ts'

/** However quiet it is, nothing is kept longer than this, in milliseconds: time itself changes answers, and not every change is told by the database. */
const longest = 1000
/** More than this is nobody's hot list; in entries, some of which are 150 kB. */
const most = 300

interface Entry {
  /** Of the last computation; a later one begins only after it. */
  value: Promise<unknown>
  since: number
  generation: number
  done: boolean
  /** What it came to, once it has. */
  known: unknown
  /** The computation that those wait for who came after a change. */
  next: Promise<unknown> | undefined
}

/**
 * Computes once for all who ask between two changes. `forget` says that something changed: whoever asks afterwards gets an answer whose computation began
 * afterwards. However fast changes come, one question is computed once at a time.
 */
export interface Fresh {
  ask<Value>(question: string, compute: () => Promise<Value>): Promise<Value>
  /** What is known and still holds, without asking anybody. */
  known(question: string): unknown
  forget(): void
}

/** Forgets by itself whatever the database tells of seats and sessions, from whichever server they were changed. */
export function keepFresh(live: Live, now: () => number): Fresh {
  const entries = new Map<string, Entry>()
  let generation = 0

  const holds = (entry: Entry) => entry.generation === generation && now() - entry.since < longest
  const begin = (question: string, compute: () => Promise<unknown>): Promise<unknown> => {
    const entry: Entry = { value: compute(), since: now(), generation, done: false, known: undefined, next: undefined }
    entries.set(question, entry)
    const end = () => {
      entry.done = true
      if (entry.generation !== generation && entries.get(question) === entry && !entry.next) entries.delete(question)
    }
    entry.value.then(
      known => {
        entry.known = known
        end()
      },
      () => {
        end()
        if (entries.get(question) === entry) entries.delete(question)
      },
    )
    return entry.value
  }
  const ask = (question: string, compute: () => Promise<unknown>): Promise<unknown> => {
    const entry = entries.get(question)
    if (!entry) {
      if (entries.size >= most) entries.clear()
      return begin(question, compute)
    }
    if (holds(entry)) return entry.value
    if (entry.done) return begin(question, compute)
    const goOn = () => begin(question, compute)
    entry.next ??= entry.value.then(goOn, goOn)
    return entry.next
  }
  const forget = () => {
    generation += 1
  }
  live.on('seats', forget)
  live.on('schedules', forget)
  live.on('gap', forget)
  const known = (question: string) => {
    const entry = entries.get(question)
    return entry && holds(entry) ? entry.known : undefined
  }
  return { ask: ask as Fresh['ask'], known, forget }
}
