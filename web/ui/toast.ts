import { sentenceOf } from '../lib/refusal.ts'

export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  type?: ToastType
  /** Milliseconds; 4000 unless given (specification §9). */
  duration?: number
  /** One thing to do about it, such as Undo. */
  action?: { label: string; run: () => void }
}

export interface Toast extends ToastOptions {
  id: number
  text: string
  type: ToastType
  left: number
}

/** How often the queue is looked at, in milliseconds (specification §9). */
export const beat = 250
const standardDuration = 4000
const shownAtOnce = 3

let queue: readonly Toast[] = []
let paused = false
let nextId = 1
let clock: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Says something in passing, at the bottom right. What must not be missed belongs on the page instead. */
export function toast(text: string, { type = 'default', duration = standardDuration, action }: ToastOptions = {}): void {
  change([...queue, { id: nextId++, text, type, duration, left: duration, ...(action && { action }) }])
}

/** What went wrong, as a toast: for actions without a form or a place of their own. */
export const toastError = (error: unknown): void => toast(sentenceOf(error), { type: 'error' })

export const dismissToast = (id: number): void => change(queue.filter(entry => entry.id !== id))

/** Hovered, or focused with the keyboard: time stands still. */
export function pauseToasts(value: boolean): void {
  paused = value
}

/** Those on the page; more wait until there is room. */
let shown: readonly Toast[] = []
export const shownToasts = (): readonly Toast[] => shown

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function look(): void {
  if (paused) return
  const visible = new Set(shown)
  const aged = queue.map(entry => (visible.has(entry) ? { ...entry, left: entry.left - beat } : entry))
  change(aged.filter(entry => entry.left > 0))
}

function change(next: readonly Toast[]): void {
  queue = next
  const before = shown
  shown = queue.slice(0, shownAtOnce)
  if (queue.length > 0) clock ??= setInterval(look, beat)
  else {
    clearInterval(clock)
    clock = undefined
    paused = false
  }
  const same = before.length === shown.length && before.every((entry, index) => entry.id === shown[index]?.id)
  if (!same) listeners.forEach(listener => listener())
}
