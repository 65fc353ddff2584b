import type { Entry } from '../today/layout-day.ts'

/** The entries of one part of the day. */
export interface DayPart {
  appointments: Entry[]
  /** Free times, which are shown in one line. */
  free: Extract<Entry, { kind: 'free' }>[]
}

/**
 * Entries by time at `now` (epoch ms): those that run, those that follow, and those that are over. Free times that
 * are over are left out.
 */
export function splitDay(entries: readonly Entry[], now: number): Record<'now' | 'later' | 'earlier', DayPart> {
  const parts = { now: emptyPart(), later: emptyPart(), earlier: emptyPart() }
  for (const entry of entries) {
    const isOver = Date.parse(entry.ends_at) <= now
    const part = isOver ? parts.earlier : Date.parse(entry.starts_at) <= now ? parts.now : parts.later
    if (entry.kind === 'appointment') part.appointments.push(entry)
    else if (!isOver) part.free.push(entry)
  }
  return parts
}

const emptyPart = (): DayPart => ({ appointments: [], free: [] })

interface Range {
  starts_at: string
  ends_at: string
  time_zone: string
}

/** Times that touch or overlap as one range, on the clock of each place. */
export function mergeTimes(times: readonly Range[]): Range[] {
  const ranges: Range[] = []
  for (const { starts_at, ends_at, time_zone } of times.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))) {
    const last = ranges.at(-1)
    if (last?.time_zone === time_zone && Date.parse(starts_at) <= Date.parse(last.ends_at)) {
      if (Date.parse(ends_at) > Date.parse(last.ends_at)) last.ends_at = ends_at
    } else ranges.push({ starts_at, ends_at, time_zone })
  }
  return ranges
}
