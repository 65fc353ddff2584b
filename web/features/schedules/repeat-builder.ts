import { weekdayOf, type LocalDate, type Weekday } from '#domain/time/local-date.ts'

/** Values of the repetition fields; numbers as typed. */
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

/** The weekdays of a weekly rule, Monday first. Always includes that of the first session. */
export const weekdaysOf = ({ weekdays }: RepeatChoice, first: LocalDate): Weekday[] =>
  [...new Set([...weekdays, weekdayOf(first)])].toSorted((a, b) => a - b)

/** The ordinal of a date's weekday within its month: 1 to 4, or -1 for a fifth, which is the last. */
export function weekdayOrdinal(date: LocalDate): number {
  const place = Math.ceil(Number(date.slice(8)) / 7)
  return place === 5 ? -1 : place
}

export type RepeatProblem = 'every' | 'count' | 'until'

/** The first error of the fields; null if they form a rule. */
export function repeatProblem(choice: RepeatChoice, first: LocalDate): RepeatProblem | null {
  if (choice.how === 'never') return null
  if (parseCount(choice.every, maxInterval) === null) return 'every'
  if (choice.end === 'count') return parseCount(choice.count, maxDates) === null ? 'count' : null
  return choice.until >= first ? null : 'until'
}

/** The RFC 5545 rule over local dates; null without repetition or while it is incomplete. */
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
