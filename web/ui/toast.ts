import { sentenceOf } from '../lib/refusal.ts'

export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  type?: ToastType
  /** 4000 unless given (specification §9). */
  durationMs?: number
  /** One action, such as Undo. */
  action?: { label: string; run: () => void }
}

export interface Toast extends ToastOptions {
  id: number
  text: string
  type: ToastType
  remainingMs: number
}

/** Interval at which the queue is checked (specification §9). */
const tickMs = 250
const defaultDurationMs = 4000
const maxVisible = 3

let queue: readonly Toast[] = []
let visible: readonly Toast[] = []
let paused = false
let nextId = 1
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/**
 * Shows a short message at the bottom of the page, and returns its id. A message that must not be missed belongs
 * on the page.
 */
export function toast(text: string, { type = 'default', durationMs = defaultDurationMs, action }: ToastOptions = {}): number {
  const id = nextId++
  setQueue([...queue, { id, text, type, durationMs, remainingMs: durationMs, ...(action && { action }) }])
  return id
}

/** Shows an error as a toast: for actions without a form. */
export const toastError = (error: unknown): void => void toast(sentenceOf(error), { type: 'error' })

export const dismissToast = (id: number): void => setQueue(queue.filter(entry => entry.id !== id))

/** Stops the time of all toasts, while one is hovered or focused. */
export function pauseToasts(value: boolean): void {
  paused = value
}

/** The toasts on the page; others wait until one of them goes. */
export const visibleToasts = (): readonly Toast[] => visible

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tick(): void {
  if (paused) return
  const counting = new Set(visible)
  const aged = queue.map(entry => (counting.has(entry) ? { ...entry, remainingMs: entry.remainingMs - tickMs } : entry))
  setQueue(aged.filter(entry => entry.remainingMs > 0))
}

function setQueue(next: readonly Toast[]): void {
  queue = next
  const before = visible
  visible = queue.slice(0, maxVisible)
  if (queue.length > 0) timer ??= setInterval(tick, tickMs)
  else {
    clearInterval(timer)
    timer = undefined
    paused = false
  }
  const unchanged = before.length === visible.length && before.every((entry, index) => entry.id === visible[index]?.id)
  if (!unchanged) listeners.forEach(listener => listener())
}
