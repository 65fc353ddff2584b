import type { NewSchedule } from '#contract/schedules.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { timeChoices, resolveLocal, type TimeChoice } from '#domain/time/moment.ts'
import { endLocal, startLocal, type DateDecisions, type ScheduleValues } from './schedule-values.ts'

/** Which time of a session is in doubt. */
export type DoubtfulField = 'starts_at' | 'ends_at'

const fields = ['starts_at', 'ends_at'] as const

/** A start or end of the series on one of its dates, on the place's clock. */
export const localOn = (values: ScheduleValues, date: LocalDate, field: DoubtfulField) =>
  field === 'starts_at' ? startLocal({ ...values, date }) : endLocal({ ...values, date })

/** What a start or end can mean on one date of the series; empty where it is certain. */
export function choicesOn(values: ScheduleValues, date: LocalDate, field: DoubtfulField, zone: string): TimeChoice[] {
  try {
    const resolved = resolveLocal(localOn(values, date, field), zone)
    return resolved.kind === 'exact' ? [] : timeChoices(resolved)
  } catch {
    return []
  }
}

type Applied = Pick<NewSchedule, 'skip_dates' | 'chosen_times'>

/**
 * What was decided for single dates, as far as it applies to what the form says now: to dates that the series has, one of which has to be
 * left, and to choices that these dates offer. The rest is kept, so that it applies again when its dates come back (while a number is being typed, for instance).
 */
export function applicableDecisions(values: ScheduleValues, dates: readonly LocalDate[] | null, zone: string): Applied {
  if (dates === null) return { skip_dates: [], chosen_times: [] }
  const known = values.decisions.skipped.filter(date => dates.includes(date)).toSorted()
  const skip_dates = known.length < dates.length ? known : []
  const chosen_times = values.decisions.chosen.flatMap(chosen => {
    if (!dates.includes(chosen.date) || skip_dates.includes(chosen.date)) return []
    const offered = fields.filter(field => choicesOn(values, chosen.date, field, zone).some(({ moment }) => moment === chosen[field]))
    return offered.length > 0 ? [{ date: chosen.date, ...Object.fromEntries(offered.map(field => [field, chosen[field]])) }] : []
  })
  return { skip_dates, chosen_times }
}

/** With these dates left out. */
export const withSkipped = (decisions: DateDecisions, dates: readonly LocalDate[]): DateDecisions => ({
  ...decisions,
  skipped: [...new Set([...decisions.skipped, ...dates])],
})

/** With these dates in the series again. */
export const withoutSkipped = (decisions: DateDecisions, dates: readonly LocalDate[]): DateDecisions => ({
  ...decisions,
  skipped: decisions.skipped.filter(date => !dates.includes(date)),
})

/** With a start or end of one date chosen; `moment` undefined takes the choice back. A new start asks for the end again. */
export function withChosen(decisions: DateDecisions, date: LocalDate, field: DoubtfulField, moment: string | undefined): DateDecisions {
  const before = decisions.chosen.find(chosen => chosen.date === date)
  const others = decisions.chosen.filter(chosen => chosen.date !== date)
  const kept = field === 'ends_at' && before?.starts_at !== undefined ? { starts_at: before.starts_at } : {}
  const chosen = { date, ...kept, ...(moment !== undefined && { [field]: moment }) }
  return { ...decisions, chosen: Object.keys(chosen).length > 1 ? [...others, chosen] : others }
}
