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
  const offset = offsets(language, zone)
    .formatToParts(new Date(starts))
    .find(({ type }) => type === 'timeZoneName')?.value
  return fillValue(letterText(language, 'time.rangeWithOffset'), { ...range, offset: offset ?? '' })
}
