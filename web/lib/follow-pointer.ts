import type { PointerEvent as ReactPointerEvent } from 'react'
import type { Press } from './hold-pointer.ts'

/** A shorter movement is a click. */
const minDistancePx = 5
/** So close to the edge of its frame, a drag scrolls. */
const edgePx = 56
const scrollStepPx = 20

interface DragSteps {
  onStart: () => void
  onMove: (event: PointerEvent) => void
  onDrop: (event: PointerEvent) => void
  onCancel: () => void
}

/**
 * Follows a pressed pointer, and scrolls the `data-scrolls` element around it. A press without a movement stays a
 * click.
 */
export function followPointer(pressed: ReactPointerEvent, steps: DragSteps): void {
  if (pressed.button === 0 && pressed.isPrimary) followPress(pressed, steps)
}

/** The same for a finger that has rested: the drag has begun, but a press without a movement is cancelled. */
export function followHeld(press: Press, steps: DragSteps): void {
  steps.onStart()
  followPress(press, { ...steps, onStart: () => undefined, onClick: steps.onCancel })
}

function followPress(
  { pointerId, clientX, clientY, currentTarget }: Press,
  { onStart, onMove, onDrop, onCancel, onClick = () => undefined }: DragSteps & { onClick?: () => void },
): void {
  const frame = currentTarget.closest('[data-scrolls]')
  const end = new AbortController()
  let drags = false
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', run: (event: PointerEvent) => void) =>
    document.addEventListener(name, event => event.pointerId === pointerId && run(event), { signal: end.signal })

  listen('pointermove', event => {
    if (!drags && Math.hypot(event.clientX - clientX, event.clientY - clientY) < minDistancePx) return
    if (!drags) {
      currentTarget.setPointerCapture(pointerId)
      onStart()
    }
    drags = true
    if (frame) scrollAtEdge(frame, event)
    onMove(event)
  })
  listen('pointerup', event => {
    end.abort()
    if (drags) onDrop(event)
    else onClick()
  })
  listen('pointercancel', () => {
    end.abort()
    if (drags) onCancel()
    else onClick()
  })
}

/** The `data-target` of the element under the pointer. */
export const targetAt = ({ clientX, clientY }: PointerEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-target]')?.dataset.target

function scrollAtEdge(frame: Element, { clientX, clientY }: PointerEvent): void {
  const { top, bottom, left, right } = frame.getBoundingClientRect()
  const step = (at: number, from: number, to: number) => (at < from + edgePx ? -scrollStepPx : at > to - edgePx ? scrollStepPx : 0)
  frame.scrollBy({ top: step(clientY, top, bottom), left: step(clientX, left, right), behavior: 'instant' })
}
