import { weekdayOf, type LocalDate, type Weekday } from '#domain/time/local-date.ts'

/** How a session repeats, as the form asks it. Numbers are what was typed. */
export interface RepeatChoice {
  how: 'never' | 'daily' | 'weekly' | 'monthly_date' | 'monthly_weekday'
  every: string
  weekdays: Weekday[]
  end: 'count' | 'until'
  count: string
  until: string
}

export const noRepeat: RepeatChoice = { how: 'never', every: '1', weekdays: [], end: 'count', count: '8', until: '' }

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const parseCount = (text: string, max: number): number | null => (/^[1-9]\d*$/.test(text) && Number(text) <= max ? Number(text) : null)

/** Maximum number of dates of one rule (domain/availability/repeat-dates). */
export const maxDates = 200
const maxInterval = 99

/** The weekdays of a weekly rule, Monday first. The first session's own always belongs: it is the first occurrence. */
export const weekdaysOf = ({ weekdays }: RepeatChoice, first: LocalDate): Weekday[] =>
  [...new Set([...weekdays, weekdayOf(first)])].toSorted((a, b) => a - b)

/** Which one of its weekday in its month a date is: 1 to 4, or -1 for a fifth, which is the last. */
export function weekdayOrdinal(date: LocalDate): number {
  const place = Math.ceil(Number(date.slice(8)) / 7)
  return place === 5 ? -1 : place
}

export type RepeatProblem = 'every' | 'count' | 'until'

/** What is wrong with what was typed, first things first; null when it makes a rule. */
export function repeatProblem(choice: RepeatChoice, first: LocalDate): RepeatProblem | null {
  if (choice.how === 'never') return null
  if (parseCount(choice.every, maxInterval) === null) return 'every'
  if (choice.end === 'count') return parseCount(choice.count, maxDates) === null ? 'count' : null
  return choice.until >= first ? null : 'until'
}

/** The RFC 5545 rule over local dates; null when it does not repeat, or not yet rightly. */
export function ruleOf(choice: RepeatChoice, first: LocalDate): string | null {
  if (choice.how === 'never' || repeatProblem(choice, first) !== null) return null
  const { every, end, count, until } = choice
  return [
    ...frequencyOf(choice, first),
    ...(every === '1' ? [] : [`INTERVAL=${every}`]),
    end === 'count' ? `COUNT=${count}` : `UNTIL=${until.replaceAll('-', '')}`,
  ].join(';')
}

function frequencyOf(choice: RepeatChoice, first: LocalDate): string[] {
  const weekday = names[weekdayOf(first) - 1]
  switch (choice.how) {
    case 'daily':
      return ['FREQ=DAILY']
    case 'weekly':
      return [
        'FREQ=WEEKLY',
        `BYDAY=${weekdaysOf(choice, first)
          .map(day => names[day - 1])
          .join(',')}`,
      ]
    case 'monthly_date':
      return ['FREQ=MONTHLY', `BYMONTHDAY=${Number(first.slice(8))}`]
    default:
      return ['FREQ=MONTHLY', `BYDAY=${weekdayOrdinal(first)}${weekday}`]
  }
}
