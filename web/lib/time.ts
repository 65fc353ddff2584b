import { rightToLeftMark } from '#contract/bidi.ts'
import { clockOptions } from '#contract/clock.ts'
import { formatNumber } from './format-values.ts'
import { dateWords, direction, region, t } from './messages.ts'
import { visitorZone } from './visitor-zone.ts'

// Instants are RFC 3339 strings, local dates `YYYY-MM-DD`, zones IANA names, as on the wire. #domain/time
// calculates; this file formats.

type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

const formats = new Map<string, DateFormat>()
/** The format of dates with these options, made once. */
export function formatOf(options: Intl.DateTimeFormatOptions, zone: string): DateFormat {
  const key = zone + JSON.stringify(options)
  const known = formats.get(key) ?? withDateWords(new Intl.DateTimeFormat(region, { ...options, timeZone: zone }), options, zone)
  formats.set(key, known)
  return known
}

/** Writes the brought names of months and weekdays in the place of the region's. */
function withDateWords(format: Intl.DateTimeFormat, { month, weekday }: Intl.DateTimeFormatOptions, zone: string): DateFormat {
  if (!dateWords) return format
  const [months, weekdays] = [dateWords.month[month ?? ''], dateWords.weekday[weekday ?? '']]
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  const formatToParts = (date?: Date | number) => {
    const local = new Date(`${dates.format(date)}T00:00:00Z`)
    return format.formatToParts(date).map((part, index, all) => {
      if (part.type === 'month' && months) return { ...part, value: months[local.getUTCMonth()] ?? part.value }
      if (part.type === 'weekday' && weekdays) return { ...part, value: weekdays[local.getUTCDay()] ?? part.value }
      return all[index - 1]?.type === 'weekday' ? { ...part, value: ', ' } : part
    })
  }
  return {
    formatToParts,
    format: date =>
      formatToParts(date)
        .map(({ value }) => value)
        .join(''),
  }
}

const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const
const clock = clockOptions(region)

const isBritish = region === 'en-GB' && !dateWords

/** "15:30"; "3:30 PM" in languages with 12 hours; "01:30 GMT" where the clock shows 01:30 twice. */
export const formatTime = (instant: string, zone: string): string =>
  formatOf(isRepeated(instant, zone) ? { ...clock, timeZoneName: 'short' } : clock, zone).format(new Date(instant))

const hourMs = 3_600_000
const clockChanges = new Map<string, boolean>()

/** Whether the zone's clock shows the time of an instant twice, because it goes back by half an hour to two hours. */
function isRepeated(instant: string, zone: string): boolean {
  const read = (from: number, hours: number) => localTimeAt(new Date(from + hours * hourMs).toISOString(), zone)
  const day = instant.slice(0, 10)
  let changes = clockChanges.get(day + zone)
  // Once per day: 48 hours apart, a clock that does not change shows the same time.
  if (changes === undefined) clockChanges.set(day + zone, (changes = read(Date.parse(day), -12) !== read(Date.parse(day), 36)))
  const at = Date.parse(instant)
  return changes && [-2, -1, -0.5, 0.5, 1, 2].some(hours => read(at, hours) === read(at, 0))
}

/** The place's local time at an instant, `HH:MM` in every language, for calculating. */
export const localTimeAt = (instant: string, zone: string): string => machineClock(zone).format(new Date(instant))

const machineClocks = new Map<string, Intl.DateTimeFormat>()
function machineClock(timeZone: string): Intl.DateTimeFormat {
  const known = machineClocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...clockOptions('en-GB'), timeZone })
  machineClocks.set(timeZone, known)
  return known
}

/** A local time (`2026-11-24T15:30`) as "15:30". */
export const formatLocalTime = (local: string): string => formatTime(`${local}Z`, 'UTC')

/** "Tuesday 24 November"; another year than today's is named. */
export const formatDay = (instant: string, zone: string): string => dayWords(day, instant, zone)

/** "Tue 24 Nov" for tables. */
export const formatShortDay = (instant: string, zone: string): string => dayWords(shortDay, instant, zone)

/** A local date (`2026-11-24`) as "Tuesday 24 November". */
export const formatDate = (date: string): string => dayWords(day, `${date}T12:00:00Z`, 'UTC')

/** "Tuesday 24 November, 15:30" */
export const formatDateTime = (instant: string, zone: string): string =>
  t('app.dateTime', { day: formatDay(instant, zone), time: formatTime(instant, zone) })

/** "Tue 24 Nov, 15:30" */
export const formatShortDateTime = (instant: string, zone: string): string =>
  t('app.dateTime', { day: formatShortDay(instant, zone), time: formatTime(instant, zone) })

/** "Tuesday 24 November, 15:30–16:15"; an end on another day is named. */
export function formatRange(starts: string, ends: string, zone: string): string {
  const day = formatDay(starts, zone)
  if (day !== formatDay(ends, zone)) return joinRange(formatDateTime(starts, zone), formatDateTime(ends, zone))
  return joinRange(t('app.dateTime', { day, time: formatStart(starts, ends, zone) }), formatTime(ends, zone))
}

/** "15:30–16:15", "3:30–4:15 PM" */
export const formatTimes = (starts: string, ends: string, zone: string): string =>
  joinRange(formatStart(starts, ends, zone), formatTime(ends, zone))

/** Two local times as "15:30–16:15". */
export const formatLocalTimes = (starts: string, ends: string): string => formatTimes(`${starts}Z`, `${ends}Z`, 'UTC')

/** The start of a range, whose end says "PM" for both. */
function formatStart(starts: string, ends: string, zone: string): string {
  const [parts, endParts] = [starts, ends].map(instant => formatOf(clock, zone).formatToParts(new Date(instant)))
  const periodOf = (all: typeof parts) => all?.find(({ type }) => type === 'dayPeriod')?.value
  const isShared = periodOf(parts) !== undefined && periodOf(parts) === periodOf(endParts) && !isRepeated(starts, zone)
  if (!isShared) return formatTime(starts, zone)
  const words = parts?.flatMap(({ type, value }) => (type === 'dayPeriod' ? [] : [value])) ?? []
  return words.join('').trim()
}

/** "15:30–16:15". Without a letter, a browser would order both from left to right in every language. */
export const joinRange = (from: string | number, to: string | number): string =>
  `${direction === 'rtl' ? rightToLeftMark : ''}${formatEnd(from)}–${formatEnd(to)}`

const formatEnd = (end: string | number): string => (typeof end === 'number' ? formatNumber(end) : end)

/** The name of a zone: "Kathmandu time". */
export const formatZone = (zone: string): string =>
  zone === 'UTC' || zone.startsWith('Etc/') ? 'UTC' : t('app.zone', { city: (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ') })

/** Whether the visitor's local time differs from the place's at that instant. */
export const differsInVisitorZone = (instant: string, zone: string, here = visitorZone()): boolean =>
  stamp(instant, zone) !== stamp(instant, here)

/** Appends the place's zone to a formatted time there if the visitor's clock differs: "16:15 Berlin time". */
export const withZone = (time: string, instant: string, zone: string): string =>
  differsInVisitorZone(instant, zone) ? `${time} ${formatZone(zone)}` : time

/** `formatDateTime` on the place's clock, which is named where the visitor's differs. */
export const formatDateTimeThere = (instant: string, zone: string): string => withZone(formatDateTime(instant, zone), instant, zone)

/** `formatTimes` on the place's clock, which is named where the visitor's differs. */
export const formatTimesThere = (starts: string, ends: string, zone: string): string =>
  withZone(formatTimes(starts, ends, zone), starts, zone)

/** `formatRange` on the place's clock, which is named where the visitor's differs. */
export const formatRangeThere = (starts: string, ends: string, zone: string): string =>
  withZone(formatRange(starts, ends, zone), starts, zone)

/** The time in the visitor's zone, with the day if it differs: "21:15 your time"; null if both zones agree. */
export function formatInVisitorZone(instant: string, zone: string, here = visitorZone()): string | null {
  if (!differsInVisitorZone(instant, zone, here)) return null
  const sameDay = formatDay(instant, zone) === formatDay(instant, here)
  return t('app.yourTime', {
    time: sameDay ? formatTime(instant, here) : formatShortDateTime(instant, here),
  })
}

function dayWords(options: Intl.DateTimeFormatOptions, instant: string, zone: string): string {
  const year = { year: 'numeric' } as const
  const thisYear = formatOf(year, zone).format(new Date(instant)) === formatOf(year, zone).format(new Date())
  const words = formatOf(thisYear ? options : { ...options, ...year }, zone).format(new Date(instant))
  // As British writers do; other languages need their comma.
  return isBritish ? words.replace(/^(\p{L}+),/u, '$1') : words
}

const stamp = (instant: string, zone: string): string =>
  formatOf({ dateStyle: 'short', timeStyle: 'short' }, zone).format(new Date(instant))
