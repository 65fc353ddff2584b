import type { LocalDate } from '#domain/time/local-date.ts'
import { useMemo } from 'react'
import { applicableDecisions, type DoubtfulField, seriesDates, withChosen, withoutSkipped, withSkipped } from './date-decisions.ts'
import type { ScheduleFormOf } from './schedule-form.tsx'

/** What can be decided for single dates of a series. */
export interface Decide {
  leaveOut: (dates: readonly LocalDate[]) => void
  putBack: (dates: readonly LocalDate[]) => void
  /** `moment` undefined takes a choice back. */
  choose: (date: LocalDate, field: DoubtfulField, moment: string | undefined) => void
}

/** The decisions of a form that apply to its series, and how they are made. */
export function useDateDecisions(form: ScheduleFormOf, zone: string) {
  const { values } = form
  const { dates, applied } = useMemo(
    () => ({ dates: seriesDates(values, zone), applied: applicableDecisions(values, zone) }),
    [values, zone],
  )
  // What is shown is what counts: a decision that does not apply to one of these dates is forgotten with the next one.
  const shown = withSkipped(withoutSkipped(values.decisions, dates ?? []), applied.skip_dates)
  const decide: Decide = {
    leaveOut: skipped => form.set({ decisions: withSkipped(shown, skipped) }),
    putBack: skipped => form.set({ decisions: withoutSkipped(shown, skipped) }),
    choose: (date, field, moment) => form.set({ decisions: withChosen(shown, date, field, moment) }),
  }
  return { dates, applied, decide }
}
