import type { LocalDate } from '../time/local-date.ts'
import { endOfLocalDay, startOfLocalDay } from '../time/local-day.ts'
import type { Zone } from '../time/zone.ts'

/** Half-open, in milliseconds since 1970. */
export interface TimeSpan {
  start: number
  end: number
}

/** A bookable time of the mentor, and the zone of its place. */
export interface MentorTime extends TimeSpan {
  zone: Zone
  /** Whether the time belongs to the date, on its place's local calendar. */
  isOfDay: boolean
}

/**
 * The spans in which a mentor is away on a date: the whole local day in the zone of each place where they
 * have times on that date, extended to the end of these times; without times, the day in `zone`. Times
 * that belong to another local date are cut out, so there may be several spans. They are in order and do
 * not touch.
 */
export function findAbsenceSpans(date: LocalDate, times: readonly MentorTime[], zone: Zone): TimeSpan[] {
  const ofDay = times.filter(({ isOfDay }) => isOfDay)
  const zones = ofDay.length === 0 ? [zone] : [...new Set(ofDay.map(time => time.zone))]
  const days = zones.map(each => ({
    start: startOfLocalDay(date, each).epochMilliseconds,
    end: endOfLocalDay(date, each).epochMilliseconds,
  }))
  // Stryker disable next-line MethodExpression: times of the date are added again
  const free = times
    .filter(({ isOfDay }) => !isOfDay)
    .reduce<TimeSpan[]>((spans, other) => spans.flatMap(span => without(span, other)), days)
  return union([...free, ...ofDay])
}

/** The parts of a span that lie outside another one. */
function without(span: TimeSpan, other: TimeSpan): TimeSpan[] {
  // Stryker disable next-line EqualityOperator: cutting out a span that only touches changes nothing
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
