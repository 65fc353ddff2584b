import type { LocalDate } from '#domain/time/local-date.ts'
import { useMemo } from 'react'
import { applicableDecisions, type AmbiguousField, withChosen, withoutSkipped, withSkipped } from './date-decisions.ts'
import type { ScheduleFormState } from './schedule-values.ts'
import type { DateDecisions } from './schedule-values.ts'
import { useSeriesDates } from './use-series-dates.ts'

/** What can be decided for single dates of a series. */
export interface DecisionActions {
  leaveOut: (dates: readonly LocalDate[]) => void
  putBack: (dates: readonly LocalDate[]) => void
  /** `moment` undefined takes a choice back. */
  choose: (date: LocalDate, field: AmbiguousField, moment: string | undefined) => void
}

/** The decisions of a form that apply to its series, and how they are made. */
export function useDateDecisions(form: ScheduleFormState, zone: string) {
  const { values } = form
  const dates = useSeriesDates(values, zone)
  const applied = useMemo(() => applicableDecisions(values, dates, zone), [values, dates, zone])
  // What is shown is what counts: a decision that does not apply to one of these dates is forgotten with the next one.
  const shown = withSkipped(withoutSkipped(values.decisions, dates ?? []), applied.skip_dates)
  // The errors at these two fields ask for decisions: they go when one is made.
  const { starts_at, mentor_ids } = values
  const set = (decisions: DateDecisions) => form.set({ decisions, starts_at, mentor_ids })
  const decide: DecisionActions = {
    leaveOut: skipped => set(withSkipped(shown, skipped)),
    putBack: skipped => set(withoutSkipped(shown, skipped)),
    choose: (date, field, moment) => set(withChosen(shown, date, field, moment)),
  }
  return { dates, applied, decide }
}
