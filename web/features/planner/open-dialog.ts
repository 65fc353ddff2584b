import type { PlannerSession } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { NewTimes, Target } from './change-times.ts'

/** The dialog that is open on the planner, besides a session's details. */
export type OpenDialog =
  | { kind: 'create'; target: Target }
  | { kind: 'change'; session: PlannerSession; times: NewTimes }
  | { kind: 'copy'; what: 'day' | 'week'; from: LocalDate; to: LocalDate }
  | { kind: 'copy'; what: 'session'; session: PlannerSession }
  | { kind: 'publish' }
