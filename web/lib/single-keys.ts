import { useSyncExternalStore } from 'react'
import { getItem, removeItem, setItem } from './storage.ts'

const key = 'single-keys'
const listeners = new Set<() => void>()

/** Whether shortcuts of a single key work on this device: they can be switched off (WCAG 2.1.4). */
export const singleKeysOn = (): boolean => getItem(key) !== 'off'

/** Switches the shortcuts of single keys on or off, on this device. */
export function setSingleKeys(on: boolean): void {
  if (on) removeItem(key)
  else setItem(key, 'off')
  listeners.forEach(listener => listener())
}

/** `singleKeysOn`, kept up to date. */
export const useSingleKeys = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    singleKeysOn,
    () => true,
  )
