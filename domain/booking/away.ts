import type { LocalDate } from '../time/local-date.ts'
import { endOfLocalDay, startOfLocalDay } from '../time/local-day.ts'
import type { Zone } from '../time/zone.ts'

/** Half-open, in milliseconds since 1970. */
export interface TimeSpan {
  start: number
  end: number
}

/** A time of the mentor, and the zone of its place. */
export interface MentorTime extends TimeSpan {
  zone: Zone
  /** Whether it is one of the day's: its place's local date is the date that is meant. */
  isOfDay: boolean
}

/**
 * When a mentor is away who cannot come on a date: the whole local day in the zone of each place where they have times that day, and these
 * times to their end; without any, the day in `zone`. Times of another local date (of a place in another zone) are left out, so that there may
 * be several spans. In order; none touches another.
 */
export function awayOn(date: LocalDate, times: readonly MentorTime[], zone: Zone): TimeSpan[] {
  const ofDay = times.filter(({ isOfDay }) => isOfDay)
  const zones = ofDay.length === 0 ? [zone] : [...new Set(ofDay.map(time => time.zone))]
  const days = zones.map(each => ({
    start: startOfLocalDay(date, each).epochMilliseconds,
    end: endOfLocalDay(date, each).epochMilliseconds,
  }))
  const free = times
    .filter(({ isOfDay }) => !isOfDay)
    .reduce<TimeSpan[]>((spans, other) => spans.flatMap(span => without(span, other)), days)
  return union([...free, ...ofDay])
}

/** What is left of a span where another is taken out. */
function without(span: TimeSpan, other: TimeSpan): TimeSpan[] {
  if (other.end <= span.start || other.start >= span.end) return [span]
  const parts = [
    { start: span.start, end: other.start },
    { start: other.end, end: span.end },
  ]
  return parts.filter(({ start, end }) => start < end)
}

function union(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
