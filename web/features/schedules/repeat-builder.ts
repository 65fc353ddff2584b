import { horizonYears, maxRepeats } from '#domain/availability/repeat-limits.ts'
import { weekdayOf, type LocalDate, type Weekday } from '#domain/time/local-date.ts'

/** Values of the repetition fields; numbers as typed. */
export interface RepeatChoice {
  how: 'never' | 'daily' | 'weekly' | 'monthly_date' | 'monthly_weekday' | 'yearly_date' | 'yearly_weekday'
  every: string
  weekdays: Weekday[]
  end: 'count' | 'until'
  count: string
  until: string
}

/** One session; the other fields hold what they show when a repetition is chosen. */
export const noRepeat: RepeatChoice = { how: 'never', every: '1', weekdays: [], end: 'count', count: '8', until: '' }

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const parseCount = (text: string, max: number): number | null => (/^[1-9]\d*$/.test(text) && Number(text) <= max ? Number(text) : null)

const maxInterval = 99

/** The weekdays of a weekly rule, Monday first. Always includes that of the first session. */
export const weekdaysOf = ({ weekdays }: RepeatChoice, first: LocalDate): Weekday[] =>
  [...new Set([...weekdays, weekdayOf(first)])].toSorted((a, b) => a - b)

/** The ordinal of a date's weekday within its month: 1 to 4, or -1 for a fifth, which is the last. */
export function weekdayOrdinal(date: LocalDate): number {
  const place = Math.ceil(Number(date.slice(8)) / 7)
  return place === 5 ? -1 : place
}

/** Which field has an error; `years`: a yearly rule would end too far ahead (`horizonYears`). */
export type RepeatProblem = 'every' | 'count' | 'until' | 'years'

/** The first error of the fields; null if they form a rule. */
export function repeatProblem(choice: RepeatChoice, first: LocalDate): RepeatProblem | null {
  if (choice.how === 'never') return null
  if (parseCount(choice.every, maxInterval) === null) return 'every'
  if (choice.end === 'count' && parseCount(choice.count, maxRepeats) === null) return 'count'
  if (choice.end === 'until' && choice.until < first) return 'until'
  return isYearly(choice) && yearsOf(choice, first) > horizonYears ? 'years' : null
}

/** Whether the rule repeats once a year, by date or by weekday. */
export const isYearly = ({ how }: Pick<RepeatChoice, 'how'>): boolean => how === 'yearly_date' || how === 'yearly_weekday'

/** The whole years, rounded up, until a yearly rule ends. 29 February comes every four years at best. */
function yearsOf({ how, every, end, count, until }: RepeatChoice, first: LocalDate): number {
  if (end === 'until') {
    const years = Number(until.slice(0, 4)) - Number(first.slice(0, 4))
    return until.slice(5) > first.slice(5) ? years + 1 : years
  }
  const interval = Number(every)
  const isLeapDay = how === 'yearly_date' && first.endsWith('-02-29')
  const step = isLeapDay ? (interval * 4) / (interval % 4 === 0 ? 4 : interval % 2 === 0 ? 2 : 1) : interval
  const years = (Number(count) - 1) * step
  // A weekday can come later in its month than in the first year.
  return how === 'yearly_weekday' && years > 0 ? years + 1 : years
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
    case 'yearly_date':
      return ['FREQ=YEARLY', `BYMONTH=${Number(first.slice(5, 7))}`, `BYMONTHDAY=${Number(first.slice(8))}`]
    case 'yearly_weekday':
      return ['FREQ=YEARLY', `BYMONTH=${Number(first.slice(5, 7))}`, `BYDAY=${weekdayOrdinal(first)}${weekday}`]
    default:
      return ['FREQ=MONTHLY', `BYDAY=${weekdayOrdinal(first)}${weekday}`]
  }
}
