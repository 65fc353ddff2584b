import { sentenceOf } from '../lib/refusal.ts'
import { session, subscribeSession } from '../lib/session.ts'

/** The colour and the icon. */
export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning'

/** How a toast is shown, and for how long. */
export interface ToastOptions {
  type?: ToastType
  /** Unless given, 4000, or 10000 with an action. */
  durationMs?: number
  /** One action, such as Undo. */
  action?: { label: string; run: () => void }
}

/** A toast in the queue; `remainingMs` stands still while the queue is paused. */
export interface Toast extends ToastOptions {
  id: number
  text: string
  type: ToastType
  durationMs: number
  remainingMs: number
}

/** Interval at which the queue is checked. */
const tickMs = 250
const defaultDurationMs = 4000
/** Undo stays long enough to be reached by keyboard. */
const actionDurationMs = 10_000
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
export function toast(text: string, { type = 'default', action, ...options }: ToastOptions = {}): number {
  const { durationMs = action ? actionDurationMs : defaultDurationMs } = options
  const id = nextId++
  setQueue([...queue, { id, text, type, durationMs, remainingMs: durationMs, ...(action && { action }) }])
  return id
}

/** Shows an error as a toast: for actions without a form. */
export const toastError = (error: unknown): void => void toast(sentenceOf(error), { type: 'error' })

/** Removes a toast before its time. */
export const dismissToast = (id: number): void => setQueue(queue.filter(entry => entry.id !== id))

/** Stops the time of all toasts, while one is hovered or focused. */
export function pauseToasts(value: boolean): void {
  paused = value
}

/** The toasts on the page; others wait until one of them goes. */
export const visibleToasts = (): readonly Toast[] => visible

/** Calls the listener after each change. Returns a function that ends this. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tick(): void {
  if (paused) return
  const counting = new Set(visible)
  const aged = queue.map(entry => (counting.has(entry) ? { ...entry, remainingMs: entry.remainingMs - tickMs } : entry))
  // As many as wait take the place of the oldest ones with an action, which have been read.
  let waiting = aged.length - maxVisible
  const isDone = ({ remainingMs, durationMs, action }: Toast) =>
    remainingMs <= 0 || (action !== undefined && durationMs - remainingMs >= defaultDurationMs && waiting-- > 0)
  setQueue(aged.filter(entry => !isDone(entry)))
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

// Toasts can name people: none stays after its reader's login.
let reader = session()?.user.id
subscribeSession(() => {
  const next = session()?.user.id
  if (reader !== undefined && next !== reader) setQueue([])
  reader = next
})
