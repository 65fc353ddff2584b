const format = (zone: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...parts })
const clock = { hour: '2-digit', minute: '2-digit' } as const
const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** `Tuesday 24 November 2026`, on the calendar of that zone. */
const sayDate = (instant: string, zone: string): string => format(zone, date).format(new Date(instant)).replace(',', '')
const sayClock = (instant: string, zone: string): string => format(zone, clock).format(new Date(instant))

/** `Tuesday 24 November, 09:00`: as short as a subject may be. */
export function sayTime(instant: string, zone: string): string {
  const day = format(zone, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(instant)).replace(',', '')
  return `${day}, ${sayClock(instant, zone)}`
}

/** `Tuesday 24 November 2026, 09:00 to 09:30 (Europe/London)`. On the night when the clock goes back, which of two equal hours is meant stands there as well: `GMT+1`. */
export function saySpan(starts: string, ends: string, zone: string): string {
  const isTwice = [-1, 1].some(hours => {
    const other = new Date(Date.parse(starts) + hours * 3_600_000).toISOString()
    return sayClock(other, zone) === sayClock(starts, zone)
  })
  const offset = isTwice
    ? ` ${
        format(zone, { timeZoneName: 'shortOffset' })
          .formatToParts(new Date(starts))
          .find(({ type }) => type === 'timeZoneName')?.value
      }`
    : ''
  return `${sayDate(starts, zone)}, ${sayClock(starts, zone)} to ${sayClock(ends, zone)}${offset} (${zone})`
}
