import { weekdayOf, type LocalDate, type Weekday } from '#domain/time/local-date.ts'
import { formatList } from '../../lib/format-values.ts'
import { region, t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { weekdayOrdinal, ruleOf, weekdaysOf, type RepeatChoice } from './repeat-builder.ts'

/** A weekday's name; 2024-01-01 was a Monday. */
export const formatWeekday = (weekday: Weekday, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(region, { weekday: length, timeZone: 'UTC' }).format(new Date(`2024-01-0${weekday}T12:00:00Z`))

/** "the fourth Tuesday" */
export const formatNthWeekday = (date: LocalDate): string =>
  t('repeat.nth', { place: `n${weekdayOrdinal(date)}`, weekday: formatWeekday(weekdayOf(date)) })

/** "29 February" */
export const formatDayOfYear = (date: LocalDate): string => formatPart(date, { day: 'numeric', month: 'long' })

/** "February" */
export const formatMonth = (date: LocalDate): string => formatPart(date, { month: 'long' })

const formatPart = (date: LocalDate, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(region, { ...parts, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

/** The rule as a sentence; null while it is incomplete. */
export function formatRepeat(choice: RepeatChoice, first: LocalDate): string | null {
  const { how, every, end, count, until } = choice
  if (how === 'never' || ruleOf(choice, first) === null) return null
  const day = Number(first.slice(8))
  const sentence = t(`repeat.say.${how}`, {
    every: Number(every),
    end: end === 'count' ? t('repeat.say.count', { count: Number(count) }) : t('repeat.say.until', { date: formatDate(until) }),
    days: formatList(weekdaysOf(choice, first).map(weekday => formatWeekday(weekday))),
    which: formatNthWeekday(first),
    day,
    date: formatDayOfYear(first),
    month: formatMonth(first),
  })
  if (how === 'yearly_date' && first.endsWith('-02-29')) return `${sentence} ${t('repeat.say.leapDay')}`
  return how === 'monthly_date' && day > 28 ? `${sentence} ${t('repeat.say.shortMonths', { day })}` : sentence
}
