import type { NewSchedule } from '#contract/schedules.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { timeChoices, resolveLocal, type TimeChoice } from '#domain/time/moment.ts'
import { endLocal, startLocal, type DateDecisions, type ScheduleValues } from './schedule-values.ts'

/** The ambiguous or skipped time of a session. */
export type AmbiguousField = 'starts_at' | 'ends_at'

const fields = ['starts_at', 'ends_at'] as const

/** Start or end of the series on one date, as local date and time. */
export const localTimeOn = (values: ScheduleValues, date: LocalDate, field: AmbiguousField) =>
  field === 'starts_at' ? startLocal({ ...values, date }) : endLocal({ ...values, date })

/** The possible instants of a start or end on one date; empty if it is unambiguous. */
export function timeChoicesOn(values: ScheduleValues, date: LocalDate, field: AmbiguousField, zone: string): TimeChoice[] {
  try {
    const resolved = resolveLocal(localTimeOn(values, date, field), zone)
    return resolved.kind === 'exact' ? [] : timeChoices(resolved)
  } catch {
    return []
  }
}

type Applied = Pick<NewSchedule, 'skip_dates' | 'chosen_times'>

/**
 * The decisions that apply to the form's current values: to dates of the series (at least one must remain)
 * and to choices that these dates offer. The others are kept and apply again when their dates return, for
 * example while a number is being typed.
 */
export function applicableDecisions(values: ScheduleValues, dates: readonly LocalDate[] | null, zone: string): Applied {
  if (dates === null) return { skip_dates: [], chosen_times: [] }
  const known = values.decisions.skipped.filter(date => dates.includes(date)).toSorted()
  const skip_dates = known.length < dates.length ? known : []
  const chosen_times = values.decisions.chosen.flatMap(chosen => {
    if (!dates.includes(chosen.date) || skip_dates.includes(chosen.date)) return []
    const offered = fields.filter(field => timeChoicesOn(values, chosen.date, field, zone).some(({ moment }) => moment === chosen[field]))
    return offered.length > 0 ? [{ date: chosen.date, ...Object.fromEntries(offered.map(field => [field, chosen[field]])) }] : []
  })
  return { skip_dates, chosen_times }
}

/** Adds dates to leave out. */
export const withSkipped = (decisions: DateDecisions, dates: readonly LocalDate[]): DateDecisions => ({
  ...decisions,
  skipped: [...new Set([...decisions.skipped, ...dates])],
})

/** Restores dates to the series. */
export const withoutSkipped = (decisions: DateDecisions, dates: readonly LocalDate[]): DateDecisions => ({
  ...decisions,
  skipped: decisions.skipped.filter(date => !dates.includes(date)),
})

/** Sets the start or end of one date; `moment` undefined removes the choice. A new start clears the end. */
export function withChosen(decisions: DateDecisions, date: LocalDate, field: AmbiguousField, moment: string | undefined): DateDecisions {
  const before = decisions.chosen.find(chosen => chosen.date === date)
  const others = decisions.chosen.filter(chosen => chosen.date !== date)
  const kept = field === 'ends_at' && before?.starts_at !== undefined ? { starts_at: before.starts_at } : {}
  const chosen = { date, ...kept, ...(moment !== undefined && { [field]: moment }) }
  return { ...decisions, chosen: Object.keys(chosen).length > 1 ? [...others, chosen] : others }
}
