import { daysBetween } from '#domain/time/local-date.ts'
import type { Target } from './change-times.ts'
import { minutesPerDay, stepMinutes } from './local-times.ts'

/** `x`: a week, days from start to end and tracks below each other. `y`: a day, tracks next to each other. */
export type Axis = 'x' | 'y'

interface Extent {
  id: string
  /** In px from the board's first corner. */
  start: number
  size: number
}

/** Where the tracks and days of a board are, measured once when a drag starts. */
export interface Geometry {
  axis: Axis
  isRtl: boolean
  content: HTMLElement
  tracks: Extent[]
  days: Extent[]
  hours: { from: number; to: number }
}

/** Measures the tracks, and the days of the first one. */
export function measure(content: HTMLElement, axis: Axis, hours: Geometry['hours']): Geometry {
  const isRtl = getComputedStyle(content).direction === 'rtl'
  const frame = content.getBoundingClientRect()
  const extentOf = (element: Element, id = '', along: boolean): Extent => {
    const { left, right, top, width, height } = element.getBoundingClientRect()
    const isInline = along === (axis === 'x')
    return isInline
      ? { id, start: isRtl ? frame.right - right : left - frame.left, size: width }
      : { id, start: top - frame.top, size: height }
  }
  const rows = [...content.querySelectorAll<HTMLElement>('[data-track]')]
  const cells = [...(rows[0]?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  return {
    axis,
    isRtl,
    content,
    tracks: rows.map(row => extentOf(row, row.dataset.track, false)),
    days: cells.map(cell => extentOf(cell, cell.dataset.date, true)),
    hours,
  }
}

/** The track, date and exact minute at a point of the viewport; the nearest ones outside. */
export function locate({ axis, isRtl, content, tracks, days, hours }: Geometry, x: number, y: number) {
  const frame = content.getBoundingClientRect()
  const inline = isRtl ? frame.right - x : x - frame.left
  const block = y - frame.top
  const [along, across] = axis === 'x' ? [inline, block] : [block, inline]
  const track = nearest(tracks, across)
  const day = nearest(days, along)
  if (!track || !day) return null
  const share = Math.min(1, Math.max(0, (along - day.start) / day.size))
  return { trackId: track.id, date: day.id, minute: (hours.from + share * (hours.to - hours.from)) * 60 }
}

const nearest = (extents: readonly Extent[], at: number): Extent | undefined =>
  extents.find(({ start, size }) => at >= start && at < start + size) ?? (at < (extents[0]?.start ?? 0) ? extents[0] : extents.at(-1))

/**
 * The room of a range in px from the board's first corner, past midnight too; cut off at the axis' ends, null outside
 * the board.
 */
export function roomOf({ axis, tracks, days, hours }: Geometry, { trackId, date, from, to }: Target) {
  const track = tracks.find(({ id }) => id === trackId)
  const since = (day: Extent) => daysBetween(date, day.id) * minutesPerDay
  const touched = days.filter(day => since(day) < to && since(day) + minutesPerDay > from)
  const [first, last] = [touched[0], touched.at(-1)]
  if (!track || !first || !last) return null
  const at = (day: Extent, minute: number) =>
    day.start + (Math.min(Math.max((minute - since(day)) / 60, hours.from), hours.to) - hours.from) * (day.size / (hours.to - hours.from))
  const [start, end] = [at(first, from), at(last, to)]
  const along = { start, size: Math.max(4, end - start) }
  return axis === 'x' ? { inline: along, block: track } : { inline: track, block: along }
}

/** The nearest minute of the day at which a session can start or end (`stepMinutes`). */
export const snap = (minute: number): number => Math.round(minute / stepMinutes) * stepMinutes

/** The neighbour of a track or day; the same at the edge. */
export const neighbour = (extents: readonly Extent[], id: string, step: number): string =>
  extents[extents.findIndex(extent => extent.id === id) + step]?.id ?? id

/** A range within a day, from one minute to another in either order, of one step at least. */
export function rangeOf(a: number, b: number): { from: number; to: number } {
  const [first, last] = [snap(Math.min(a, b)), snap(Math.max(a, b))]
  const from = Math.min(first, minutesPerDay - stepMinutes)
  return { from, to: Math.max(from + stepMinutes, last) }
}
