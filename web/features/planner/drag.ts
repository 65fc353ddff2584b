import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { followHeld, followPointer } from '../../lib/follow-pointer.ts'
import type { Press } from '../../lib/hold-pointer.ts'
import type { Target } from './change-times.ts'
import { locate, rangeOf, snap, type Geometry } from './geometry.ts'
import { minutesPerDay, stepMinutes } from './local-times.ts'

/** What a drag does: draws a new session, moves one, or changes its end. */
export type DragKind = 'create' | 'move' | 'resize'

/** One drag on the board; `Target` is where the session would be. */
export interface Drag {
  kind: DragKind
  /** What is dragged; for `create`, the pressed track. */
  before: Target
  measure: () => Geometry
  /** Draws the range at most once a frame; null ends it. */
  show: (geometry: Geometry, target: Target | null) => void
  onDone: (target: Target) => void
  /** The press ended: with a drag, without one, or cancelled. */
  onEnd?: () => void
}

/** Starts a drag of a finger that has rested: its range is drawn at once. */
export const startHeldDrag = (press: Press, drag: Drag): void => followHeld(press, stepsOf(press, drag, true))

/** Follows a drag on the board without rendering; `onDone` receives the last range. */
export const startDrag = (pressed: ReactPointerEvent, drag: Drag): void => followPointer(pressed, stepsOf(pressed, drag, false))

function stepsOf(pressed: Press, { kind, before, measure, show, onDone, onEnd }: Drag, isHeld: boolean) {
  let geometry: Geometry | undefined
  let grabbed: Point = { ...before, minute: before.from }
  let target = before
  let frame = 0
  const end = () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('keydown', onEscape, { capture: true })
    if (geometry) show(geometry, null)
    onEnd?.()
  }
  let isCancelled = false
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    isCancelled = true
    end()
  }
  return {
    onStart: () => {
      geometry = measure()
      const point = locate(geometry, pressed.clientX, pressed.clientY)
      grabbed = point ?? grabbed
      if (isHeld && point) show(geometry, targetAt(kind, before, grabbed, point))
      document.addEventListener('keydown', onEscape, { capture: true })
    },
    onMove: ({ clientX, clientY }: PointerEvent) => {
      const measured = geometry
      if (!measured || isCancelled) return
      const point = locate(measured, clientX, clientY)
      if (!point) return
      target = targetAt(kind, before, grabbed, point)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => show(measured, target))
    },
    onDrop: () => {
      if (isCancelled) return
      end()
      onDone(target)
    },
    onCancel: end,
  }
}

/** Where a pointer is on the board. */
interface Point {
  trackId: string
  date: LocalDate
  minute: number
}

/** The range while the pointer is at a point; `grabbed` is where it was pressed. */
export function targetAt(kind: DragKind, before: Target, grabbed: Point, point: Point): Target {
  // Minutes since midnight of the day on which the session starts.
  const at = point.minute + daysBetween(before.date, point.date) * minutesPerDay
  if (kind === 'create') return { ...before, ...rangeOf(grabbed.minute, clamp(at, 0, grabbed.minute + minutesPerDay)) }
  if (kind === 'resize') return { ...before, to: clamp(snap(at), before.from + stepMinutes, before.from + minutesPerDay) }
  return moveTo(before, grabbed, point)
}

/** A part after midnight, grabbed on a later day than the session's start, moves with its start on an earlier day. */
function moveTo(before: Target, grabbed: Point, point: Point): Target {
  // Minutes since midnight of the day under the pointer: of the start, and of the first midnight it may reach.
  const first = -daysBetween(before.date, grabbed.date) * minutesPerDay
  const start = clamp(snap(first + before.from + point.minute - grabbed.minute), first, minutesPerDay - stepMinutes)
  const days = Math.floor(start / minutesPerDay)
  const from = start - days * minutesPerDay
  return { trackId: point.trackId, date: addDays(point.date, days), from, to: from + before.to - before.from }
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
