import { freshKey } from '../../lib/api.ts'
import { session, subscribeSession } from '../../lib/session.ts'

// What was written while booking outlives a reload and a lost connection, in this tab only, until it is booked or somebody else logs in.

export interface Draft extends Record<string, unknown> {
  questions: string[]
  accepted: string[]
}

const name = 'booking-draft'
const keyName = 'booking-key'
const memory = new Map<string, string>()

/** What was written so far. */
export function readDraft(): Draft {
  const kept = read<Partial<Draft>>(name)
  return { questions: kept?.questions ?? [''], accepted: kept?.accepted ?? [] }
}

export const keepDraft = (draft: Draft): void => write(name, JSON.stringify(draft))

export function forgetDraft(): void {
  drop(name)
  forgetKey()
}

/** The idempotency key of one intent: trying the same again after a lost connection cannot book twice, a changed wish is another intent. */
export function keyOfIntent(intent: string): string {
  const kept = read<{ intent: string; key: string }>(keyName)
  if (kept?.intent === intent) return kept.key
  const key = freshKey()
  write(keyName, JSON.stringify({ intent, key }))
  return key
}

/** The server answered: trying again is a new intent. */
export const forgetKey = (): void => drop(keyName)

// A session that ends while somebody writes takes nothing with it; only another person does.
let person = session()?.user.id
subscribeSession(() => {
  const now = session()?.user.id
  if (person && now && now !== person) forgetDraft()
  person = now ?? person
})

function read<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(stored(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return memory.get(name) ?? null
  }
}

function write(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    memory.set(name, value)
  }
}

function drop(name: string): void {
  memory.delete(name)
  try {
    sessionStorage.removeItem(name)
  } catch {}
}
