import { useLayoutEffect, useSyncExternalStore } from 'react'
import { getItem, removeItem, setItem } from './storage.ts'

/** How much room rows of tables take. */
export type Density = 'comfortable' | 'compact'

const key = 'density'
const listeners = new Set<() => void>()

const chosen = (): Density => (getItem(key) === 'compact' ? 'compact' : 'comfortable')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets how close the rows of the staff area are, on this device. */
export function setDensity(density: Density): void {
  if (density === 'compact') setItem(key, density)
  else removeItem(key)
  listeners.forEach(listener => listener())
}

/** The choice of this device; rows are comfortable where none was made. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, chosen, () => 'comfortable')

/** Applies the choice while a page of the staff area is shown; tokens.css follows the document's data-density. */
export function useAppliedDensity(): void {
  const density = useDensity()
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density
    return () => {
      delete document.documentElement.dataset.density
    }
  }, [density])
}
