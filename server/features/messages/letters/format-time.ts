import { clockOptions } from '#contract/clock.ts'
import { languages, type Language } from '#contract/languages.ts'
import { fillValue } from './fill-template.ts'
import { letterText } from './read-letter-texts.ts'

/** Cached for each language and zone, because creating a formatter takes longer than the rest of a letter. */
const formatted = (partsIn: (locale: string) => Intl.DateTimeFormatOptions) => {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (language: Language, zone: string): Intl.DateTimeFormat => {
    const { locale } = languages[language]
    const key = `${locale} ${zone}`
    const format = kept.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...partsIn(locale) })
    kept.set(key, format)
    return format
  }
}
const clock = formatted(clockOptions)
const day = formatted(() => ({ weekday: 'long', day: 'numeric', month: 'long' }))
const date = formatted(() => ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }))
const offsets = formatted(() => ({ timeZoneName: 'shortOffset' }))

/** As British writers do; other languages need their comma. */
const withoutComma = (text: string, language: Language): string => (languages[language].locale === 'en-GB' ? text.replace(',', '') : text)

const formatClock = (language: Language, instant: string, zone: string): string => clock(language, zone).format(new Date(instant))

/** `Tuesday 24 November, 09:00`, short enough for a subject. */
export const formatTime = (language: Language, instant: string, zone: string): string =>
  fillValue(letterText(language, 'time.dayAndTime'), {
    day: withoutComma(day(language, zone).format(new Date(instant)), language),
    time: formatClock(language, instant, zone),
  })

/** `GMT+1`. */
const formatOffset = (language: Language, instant: string, zone: string): string =>
  offsets(language, zone)
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/**
 * `Tuesday 24 November, 09:00 (Europe/London)` where clocks in the reader's zone show another time, otherwise as
 * `formatTime`. For texts that do not name the zone elsewhere.
 */
export function formatTimeForReader(language: Language, instant: string, zone: string, readerZone: string): string {
  const time = formatTime(language, instant, zone)
  if (formatOffset(language, instant, zone) === formatOffset(language, instant, readerZone)) return time
  return fillValue(letterText(language, 'time.withZone'), { time, zone })
}

/**
 * `Tuesday 24 November 2026, 09:00 to 09:30 (Europe/London)`. In the repeated hour of a clock change,
 * the offset is added: `GMT+1`.
 */
export function formatTimeRange(language: Language, starts: string, ends: string, zone: string): string {
  const isTwice = [-1, 1].some(hours => {
    const other = new Date(Date.parse(starts) + hours * 3_600_000).toISOString()
    return formatClock(language, other, zone) === formatClock(language, starts, zone)
  })
  const range = {
    day: withoutComma(date(language, zone).format(new Date(starts)), language),
    from: formatClock(language, starts, zone),
    until: formatClock(language, ends, zone),
    zone,
  }
  if (!isTwice) return fillValue(letterText(language, 'time.range'), range)
  return fillValue(letterText(language, 'time.rangeWithOffset'), { ...range, offset: formatOffset(language, starts, zone) })
}
