import { useSyncExternalStore } from 'react'

interface PaletteState {
  isOpen: boolean
  text: string
}

const closed: PaletteState = { isOpen: false, text: '' }
let state = closed
/** What had the focus before the palette. */
let opener: Element | null = null
const listeners = new Set<() => void>()

function set(next: PaletteState): void {
  state = next
  listeners.forEach(listener => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the palette is open, and its text. */
export const usePaletteState = (): PaletteState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => closed,
  )

export const isPaletteOpen = (): boolean => state.isOpen

export const setPaletteText = (text: string): void => set({ isOpen: true, text })

export function openPalette(): void {
  if (state.isOpen) return
  opener = document.activeElement
  setPaletteText('')
}

export const closePalette = (): void => set(closed)

/** The palette's dialog opens from a field that is gone by then, and so cannot return the focus itself. */
export function returnFocusFromPalette(): void {
  if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body) opener.focus()
  opener = null
}
