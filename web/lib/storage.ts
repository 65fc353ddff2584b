import { isEmbedded } from './embedded.ts'

/**
 * localStorage, or memory where the browser forbids it (private windows, blocked cookies) and in a frame of
 * another site.
 */
const memory = new Map<string, string>()

function storage(): Storage {
  if (isEmbedded) throw new Error('not in a frame')
  return localStorage
}

/** The stored text; null if there is none. */
export function getItem(key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** Stores a text on this device. */
export function setItem(key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

/** Removes the stored texts whose keys begin so. */
export function removeItems(prefix: string): void {
  try {
    for (const key of Object.keys(storage())) if (key.startsWith(prefix)) removeItem(key)
  } catch {}
}

/** Removes a stored text. */
export function removeItem(key: string): void {
  try {
    storage().removeItem(key)
  } catch {
    memory.delete(key)
  }
}
