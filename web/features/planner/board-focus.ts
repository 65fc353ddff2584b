import type { Axis } from './geometry.ts'

const steps: Record<string, readonly [inline: number, block: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The direction of an arrow key along the board's time axis and across its tracks; undefined for other keys. */
export function stepOf(key: string, axis: Axis, isRtl: boolean): { along: number; across: number } | undefined {
  const step = steps[key]
  if (!step) return undefined
  const inline = isRtl ? -step[0] : step[0]
  return axis === 'x' ? { along: inline, across: step[1] } : { along: step[1], across: inline }
}

const stops = (group: Element | null | undefined) => [...(group?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]

/** One stop of the Tab key for the whole board: the last focused one, or else the first. */
export function keepOneStop(content: HTMLElement, current?: HTMLElement): void {
  const all = stops(content)
  const kept = current ?? all.find(({ tabIndex }) => tabIndex === 0) ?? all[0]
  for (const stop of all) if (stop.tabIndex === 0 && stop !== kept) stop.tabIndex = -1
  if (kept && kept.tabIndex !== 0) kept.tabIndex = 0
}

/** Moves the focus along a track, or to the nearest stop of the next one. */
export function moveFocus(content: HTMLElement, current: HTMLElement, axis: Axis, { along, across }: { along: number; across: number }) {
  const group = current.closest('[data-track]')
  if (across === 0) {
    const own = stops(group)
    return own[own.indexOf(current) + along]?.focus()
  }
  // A day of the mentor's own week may have no stop.
  const groups = [...content.querySelectorAll('[data-track]')].filter(each => each === group || stops(each).length > 0)
  const next = stops(group ? groups[groups.indexOf(group) + across] : undefined)
  const at = positionOf(current, axis)
  next.toSorted((a, b) => Math.abs(positionOf(a, axis) - at) - Math.abs(positionOf(b, axis) - at))[0]?.focus()
}

function positionOf(element: HTMLElement, axis: Axis): number {
  const { left, top } = element.getBoundingClientRect()
  return axis === 'x' ? left : top
}
