/** Cached for each zone, because creating a formatter takes longer than the rest of a letter. */
const formatted = (parts: Intl.DateTimeFormatOptions) => {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (zone: string): Intl.DateTimeFormat => {
    const format = kept.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...parts })
    kept.set(zone, format)
    return format
  }
}
const clock = formatted({ hour: '2-digit', minute: '2-digit' })
const day = formatted({ weekday: 'long', day: 'numeric', month: 'long' })
const date = formatted({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const offsets = formatted({ timeZoneName: 'shortOffset' })

/** `Tuesday 24 November 2026`, on the calendar of that zone. */
const formatDate = (instant: string, zone: string): string => date(zone).format(new Date(instant)).replace(',', '')
const formatClock = (instant: string, zone: string): string => clock(zone).format(new Date(instant))

/** `Tuesday 24 November, 09:00`, short enough for a subject. */
export function formatTime(instant: string, zone: string): string {
  return `${day(zone).format(new Date(instant)).replace(',', '')}, ${formatClock(instant, zone)}`
}

/**
 * `Tuesday 24 November 2026, 09:00 to 09:30 (Europe/London)`. In the repeated hour of a clock change,
 * the offset is added: `GMT+1`.
 */
export function formatTimeRange(starts: string, ends: string, zone: string): string {
  const isTwice = [-1, 1].some(hours => {
    const other = new Date(Date.parse(starts) + hours * 3_600_000).toISOString()
    return formatClock(other, zone) === formatClock(starts, zone)
  })
  const offset = isTwice
    ? ` ${
        offsets(zone)
          .formatToParts(new Date(starts))
          .find(({ type }) => type === 'timeZoneName')?.value
      }`
    : ''
  return `${formatDate(starts, zone)}, ${formatClock(starts, zone)} to ${formatClock(ends, zone)}${offset} (${zone})`
}
