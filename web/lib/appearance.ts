import { useSyncExternalStore } from 'react'
import { forget, recall, remember } from './storage.ts'

export type Appearance = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

const chosen = (): Appearance => {
  const kept = recall('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Light, dark, or as the device says; tokens.css follows the document's data-theme. */
export function setAppearance(appearance: Appearance): void {
  if (appearance === 'system') forget('theme')
  else remember('theme', appearance)
  applyAppearance()
  listeners.forEach(listener => listener())
}

/** Shows what was chosen. Called before the first render; index.html has done the same before the first paint. */
export function applyAppearance(): void {
  document.documentElement.dataset.theme = chosen()
}

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, chosen, () => 'system')
