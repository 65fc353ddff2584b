/**
 * sessionStorage, or memory where the browser forbids it: what a person typed in this tab, so that a reload does not lose it. Each entry carries its
 * owner's id (null: a visitor who is not logged in yet), and no other person can read it (product rules §4).
 */
const memory = new Map<string, string>()
const prefix = 'typed.'

interface Entry {
  owner: string | null
  value: unknown
}

export function recallInTab<Value>(key: string, owner: string | null): Value | undefined {
  const entry = parse(stored(prefix + key))
  return entry?.owner === owner ? (entry.value as Value) : undefined
}

export function rememberInTab(key: string, owner: string | null, value: unknown): void {
  const json = JSON.stringify({ owner, value } satisfies Entry)
  try {
    sessionStorage.setItem(prefix + key, json)
  } catch {
    memory.set(prefix + key, json)
  }
}

export const forgetInTab = (key: string): void => drop(prefix + key)

/** Removes every entry of other owners. */
export function keepInTabOnly(owner: string | null): void {
  for (const key of storedKeys()) if (key.startsWith(prefix) && parse(stored(key))?.owner !== owner) drop(key)
}

function storedKeys(): string[] {
  try {
    return [...Object.keys(sessionStorage), ...memory.keys()]
  } catch {
    return [...memory.keys()]
  }
}

function parse(json: string | null): Entry | null {
  try {
    return JSON.parse(json ?? 'null') as Entry | null
  } catch {
    return null
  }
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

function drop(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
