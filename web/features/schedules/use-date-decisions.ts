import type { LocalDate } from '#domain/time/local-date.ts'
import { useMemo } from 'react'
import { applicableDecisions, type AmbiguousField, withChosen, withoutSkipped, withSkipped } from './date-decisions.ts'
import type { ScheduleFormState } from './schedule-values.ts'
import type { DateDecisions } from './schedule-values.ts'
import { useSeriesDates } from './use-series-dates.ts'

/** Actions that decide about single dates of a series. */
export interface DecisionActions {
  leaveOut: (dates: readonly LocalDate[]) => void
  putBack: (dates: readonly LocalDate[]) => void
  /** `moment` undefined removes the choice. */
  choose: (date: LocalDate, field: AmbiguousField, moment: string | undefined) => void
}

/** The decisions that apply to the form's series, and the actions that change them. */
export function useDateDecisions(form: ScheduleFormState, zone: string) {
  const { values } = form
  const dates = useSeriesDates(values, zone)
  const applied = useMemo(() => applicableDecisions(values, dates, zone), [values, dates, zone])
  // Based on the decisions that apply: a new decision drops the others.
  const shown = withSkipped(withoutSkipped(values.decisions, dates ?? []), applied.skip_dates)
  // The errors at these two fields ask for decisions, so a decision clears them.
  const { starts_at, mentor_ids } = values
  const set = (decisions: DateDecisions) => form.set({ decisions, starts_at, mentor_ids })
  const decide: DecisionActions = {
    leaveOut: skipped => set(withSkipped(shown, skipped)),
    putBack: skipped => set(withoutSkipped(shown, skipped)),
    choose: (date, field, moment) => set(withChosen(shown, date, field, moment)),
  }
  return { dates, applied, decide }
}
