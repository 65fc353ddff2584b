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

export function getItem(key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function setItem(key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function removeItem(key: string): void {
  try {
    storage().removeItem(key)
  } catch {
    memory.delete(key)
  }
}
