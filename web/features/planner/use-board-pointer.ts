import { useEffect, useRef, type PointerEvent } from 'react'
import { holdPointer } from '../../lib/hold-pointer.ts'
import { targetOf } from './change-times.ts'
import { startDrag, startHeldDrag, type Drag } from './drag.ts'
import { measure } from './geometry.ts'
import { showGhost } from './ghost.ts'
import { useBoardRights } from './rights.ts'
import type { BoardKeysProps } from './use-board-keys.tsx'

/**
 * Drags on the board create, move and resize. A mouse drags at once; a finger scrolls, and drags after resting on
 * a spot. Drags draw without rendering.
 */
export function useBoardPointer({ planner, layout, axis, onCreate, onChange, content, ghost, nameOf }: BoardKeysProps) {
  const { canCreate, canChange, pageOf } = useBoardRights()
  const held = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const board = content.current
    if (!board || pageOf) return
    // While a finger drags, the page neither scrolls nor opens a menu. Browsers heed only listeners that exist
    // when it touches.
    const prevent = (event: Event) => held.current && event.cancelable && event.preventDefault()
    board.addEventListener('touchmove', prevent, { passive: false })
    board.addEventListener('contextmenu', prevent)
    return () => {
      board.removeEventListener('touchmove', prevent)
      board.removeEventListener('contextmenu', prevent)
    }
  }, [content, pageOf])

  /** What pressing an element drags; null for nothing. */
  const dragOf = (board: Element, target: HTMLElement): Drag | null => {
    const cell = target.closest<HTMLElement>('[data-cell]')
    if (!cell || pageOf) return null
    const trackId = cell.dataset.cell ?? ''
    const shared = {
      measure: () => measure(board as HTMLElement, axis, layout.hours),
      show: (geometry: ReturnType<typeof measure>, range: Parameters<typeof showGhost>[2]) => {
        if (ghost.current) showGhost(ghost.current, geometry, range, range ? nameOf(range.trackId) : '')
      },
    }
    const item = target.closest('li')
    const id = item?.querySelector<HTMLElement>('[data-session]')?.dataset.session
    const session = planner.sessions.find(one => one.id === id)
    if (session && canChange(session)) {
      const before = targetOf(session, trackId)
      // The handle belongs to the item, everything else to its button.
      const kind = target === item ? 'resize' : 'move'
      return { ...shared, kind, before, onDone: after => onChange(session, before, after) }
    }
    if (item || !canCreate()) return null
    return { ...shared, kind: 'create', before: { trackId, date: cell.dataset.date ?? '', from: 0, to: 0 }, onDone: onCreate }
  }
  return (event: PointerEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.isPrimary) return
    const drag = dragOf(event.currentTarget, event.target)
    if (!drag) return
    if (event.pointerType === 'touch') {
      const { pointerId, clientX, clientY, currentTarget } = event
      const press = { pointerId, clientX, clientY, currentTarget }
      const item = event.target.closest('li') ?? currentTarget
      holdPointer(press, () => {
        held.current = item
        item.dataset.held = ''
        navigator.vibrate?.(10)
        const onEnd = () => {
          delete item.dataset.held
          held.current = undefined
        }
        startHeldDrag(press, { ...drag, onEnd })
      })
      return
    }
    if (drag.kind === 'create') event.preventDefault()
    startDrag(event, drag)
  }
}
