import type { Target } from './change-times.ts'
import { roomOf, type Geometry } from './geometry.ts'
import { formatMinuteRange } from './local-times.ts'

/** Draws the range that is dragged or moved by keys; null hides it. */
export function showGhost(ghost: HTMLElement, geometry: Geometry, target: Target | null, name: string): void {
  const room = target && roomOf(geometry, target)
  ghost.hidden = !room
  if (!target || !room) return
  const { inline, block } = room
  ghost.style.transform = `translate(${geometry.isRtl ? -inline.start : inline.start}px, ${block.start}px)`
  ghost.style.width = `${inline.size}px`
  ghost.style.height = `${block.size}px`
  const text = `${formatMinuteRange(target.from, target.to)} ${name}`
  if (ghost.textContent !== text) ghost.textContent = text
}
