import { useSyncExternalStore } from 'react'
import { removeItem, getItem, setItem } from './storage.ts'

/** The colours that the user chose; `system`: those of the device. */
export type Appearance = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

const chosen = (): Appearance => {
  const kept = getItem('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Sets light, dark, or the device's setting; tokens.css follows the document's data-theme. */
export function setAppearance(appearance: Appearance): void {
  if (appearance === 'system') removeItem('theme')
  else setItem('theme', appearance)
  applyAppearance()
  listeners.forEach(listener => listener())
}

/** Applies the stored choice. Called before the first render; index.html does the same before the first paint. */
export function applyAppearance(): void {
  document.documentElement.dataset.theme = chosen()
}

/** The choice of this device; `system` while the first page is rendered on the server. */
export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, chosen, () => 'system')
