/**
 * sessionStorage, or memory where the browser forbids it: drafts in this tab that survive a reload. Each item
 * carries its owner's user id (null for a visitor); the next user of the browser cannot read it.
 */
const memory = new Map<string, string>()
const prefix = 'typed.'

interface Entry {
  owner: string | null
  value: unknown
}

/** The owner's item; undefined if there is none, or another user's. */
export function getTabItem<Value>(key: string, owner: string | null): Value | undefined {
  const entry = parse(stored(prefix + key))
  return entry?.owner === owner ? (entry.value as Value) : undefined
}

/** Stores an item as JSON for its owner. */
export function setTabItem(key: string, owner: string | null, value: unknown): void {
  const json = JSON.stringify({ owner, value } satisfies Entry)
  try {
    sessionStorage.setItem(prefix + key, json)
  } catch {
    memory.set(prefix + key, json)
  }
}

/** Removes an item. */
export const removeTabItem = (key: string): void => drop(prefix + key)

/** Removes every item of other owners. */
export function clearOtherOwners(owner: string | null): void {
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
