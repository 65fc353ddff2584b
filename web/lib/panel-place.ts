import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

/** A `ref`: where the frame of an area has room for what is shown next to its page. */
export function panelPlace(element: HTMLElement | null): void {
  place = element
  listeners.forEach(listener => listener())
}

/** That element; null while no frame is shown. */
export const usePanelPlace = (): HTMLElement | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
    () => null,
  )
