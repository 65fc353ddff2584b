import { useSyncExternalStore } from 'react'

interface PaletteState {
  isOpen: boolean
  text: string
}

const closed: PaletteState = { isOpen: false, text: '' }
let state = closed
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

/** Opens the palette. What is typed or pasted before its code is there is kept. */
export function openPalette(): void {
  if (state.isOpen) return
  setPaletteText('')
  document.addEventListener('keydown', keepKey, { capture: true })
  document.addEventListener('paste', keepPaste, { capture: true })
}

export function closePalette(): void {
  stopKeeping()
  set(closed)
}

function stopKeeping(): void {
  document.removeEventListener('keydown', keepKey, { capture: true })
  document.removeEventListener('paste', keepPaste, { capture: true })
}

function keepPaste(event: ClipboardEvent): void {
  if (event.target instanceof Element && event.target.closest('dialog')) return stopKeeping()
  event.preventDefault()
  setPaletteText(state.text + (event.clipboardData?.getData('text') ?? ''))
}

/** Until the palette's field has the focus, its keys come here. */
function keepKey(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('dialog')) {
    stopKeeping()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') closePalette()
  else if (event.key === 'Backspace') setPaletteText(state.text.slice(0, -1))
  else if (event.key.length === 1) setPaletteText(state.text + event.key)
}
