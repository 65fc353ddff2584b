import { type RawBuilder, sql } from 'kysely'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'

interface Days {
  from?: LocalDate | undefined
  to?: LocalDate | undefined
}

/** A period as whole months and remaining days; each part of these lies in one month. */
interface Period {
  months: RawBuilder<boolean>
  rest: (Days & { month: LocalDate })[]
}

const monthOf = (date: LocalDate) => Temporal.PlainDate.from(date).with({ day: 1 })

/**
 * Splits a period into whole months, which are already counted (`feedback_counts`), and at most two
 * remainders, which are not. With `together`, an unbounded period is the one row of all months.
 */
export function splitPeriod({ from, to }: Days, { together }: { together: boolean }): Period {
  if (!from && !to) return { months: together ? sql`month = '-infinity'` : sql`month > '-infinity'`, rest: [] }
  const after = to && addDays(to, 1)
  const first = from && (monthOf(from).toString() === from ? from : monthOf(from).add({ months: 1 }).toString())
  const end = after && monthOf(after).toString()
  if (from && to && first && end && first >= end) {
    // No whole month: days of one month, or of two adjacent ones.
    const parts =
      from > to ? [] : end <= from ? [{ from, to }] : [{ from, to: addDays(end, -1) }, ...(end <= to ? [{ from: end, to }] : [])]
    return { months: sql`false`, rest: parts.map(part => ({ ...part, month: monthOf(part.from).toString() })) }
  }
  const rest = [
    ...(from && first && from < first ? [{ from, to: addDays(first, -1), month: monthOf(from).toString() }] : []),
    ...(after && end && end < after ? [{ from: end, to, month: end }] : []),
  ]
  return { months: sql`(month > '-infinity' AND month >= ${first ?? '-infinity'}::date AND month < ${end ?? 'infinity'}::date)`, rest }
}
