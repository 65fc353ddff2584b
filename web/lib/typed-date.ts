import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { region } from './messages.ts'
import { clockOptions, hasTwelveHours } from '#contract/clock.ts'
import { readDigits } from './read-digits.ts'
import { formatLocalTime } from './time.ts'

const shown = new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const names = new Intl.DateTimeFormat(region, { month: 'long', timeZone: 'UTC' })
/** In lower case, January first. */
const months = Array.from({ length: 12 }, (_, month) => names.format(Date.UTC(2026, month, 15)).toLowerCase())
/** The order in which people of the region write the parts in figures. */
const order = new Intl.DateTimeFormat(region)
  .formatToParts()
  .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))

/** "25 Nov 2026" */
export const formatTypedDate = (date: LocalDate): string => shown.format(Date.parse(date))

/**
 * Reads a date as people type it: "25 Nov 2026", "25/11/26", "25.11." or `2026-11-25`; weekdays are skipped.
 * Without a year it is one of `today`’s year. Null if it is no date.
 */
export function parseTypedDate(text: string, today: LocalDate): LocalDate | null {
  const typed = readDigits(text).trim().toLowerCase()
  if (isLocalDate(typed)) return typed
  const words = typed.split(/[\s./,-]+/).filter(Boolean)
  const named = words.map(monthOf).find(month => month !== null) ?? null
  const figures = words.filter(word => /^\d{1,4}(?:st|nd|rd|th)?$/.test(word)).map(word => Number.parseInt(word, 10))
  const wanted = named === null ? order : order.filter(part => part !== 'month')
  const parts = figures.length === wanted.length ? wanted : wanted.filter(part => part !== 'year')
  if (figures.length !== parts.length) return null
  const valueOf = (part: string) => figures[parts.findIndex(each => each === part)]
  const year = valueOf('year') ?? Number(today.slice(0, 4))
  const date = [year < 100 ? 2000 + year : year, named ?? valueOf('month') ?? 0, valueOf('day') ?? 0]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-')
  return isLocalDate(date) ? date : null
}

/** The month of a name or of its first three letters or more, from 1; null for other words. */
function monthOf(word: string): number | null {
  const index = word.length >= 3 ? months.findIndex(name => name.startsWith(word)) : -1
  return index === -1 ? null : index + 1
}

/** Whether times are typed with letters, too. */
export const isTwelveHourClock = hasTwelveHours(region)

/** "14:30", "2:30 PM" */
export const formatTypedTime = (time: string): string => formatLocalTime(`2026-01-01T${time}`)

const clock = new Intl.DateTimeFormat(region, { ...clockOptions(region), timeZone: 'UTC' })
/** What the region writes for "am" and "pm"; undefined where it writes 24 hours. */
const [am, pm] = [9, 15].map(hour =>
  clock
    .formatToParts(hour * 3_600_000)
    .find(({ type }) => type === 'dayPeriod')
    ?.value.toLowerCase(),
)
const isMorning = (half: string): boolean => half === am || half.startsWith('a')

/** Reads a time as people type it: "9", "930", "9.30", "14:30" or "2:30 pm". Null if it is no time. */
export function parseTypedTime(text: string): string | null {
  const typed = readDigits(text).trim().toLowerCase()
  const [, first = '', separated, half = ''] = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(\D*)$/.exec(typed) ?? []
  if (first === '' || !(half === '' || half === am || half === pm || /^[ap](?:m|\.m\.)?$/.test(half))) return null
  const figure = Number(first)
  if (half && (figure < 1 || figure > 12)) return null
  const hours = half ? (figure % 12) + (isMorning(half) ? 0 : 12) : figure
  const minutes = Number(separated ?? 0)
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : null
}
