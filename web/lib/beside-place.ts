import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

/** A `ref`: where the frame of an area has room for what is shown beside its page. */
export function besidePlace(element: HTMLElement | null): void {
  place = element
  listeners.forEach(listener => listener())
}

/** That element; null while no frame is shown. */
export const useBesidePlace = (): HTMLElement | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
    () => null,
  )
