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

/** Without subscribing: for handlers of keys and presses. */
export const isPaletteOpen = (): boolean => state.isOpen

/** Searches for a text; opens the palette if it is closed. */
export const setPaletteText = (text: string): void => set({ isOpen: true, text })

/** Opens it empty and remembers the focused element, to which `returnFocusFromPalette` returns. */
export function openPalette(): void {
  if (state.isOpen) return
  opener = document.activeElement
  setPaletteText('')
}

/** Closes it and forgets the text. */
export const closePalette = (): void => set(closed)

/** The palette's dialog opens from a field that is gone by then, and so cannot return the focus itself. */
export function returnFocusFromPalette(): void {
  if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body) opener.focus()
  opener = null
}
