import type { Planner, PlannerSession } from '#contract/planner.ts'
import type { Target } from './change-times.ts'
import type { Axis } from './geometry.ts'
import type { Board as Layout, TrackBy } from './layout-board.ts'
import type { Lookup } from './lookup.ts'

/** What the board of every size gets: sessions, their layout, and what a gesture or key does. */
export interface BoardProps {
  planner: Planner
  layout: Layout
  axis: Axis
  by: TrackBy
  lookup: Lookup
  /** Ids of the sessions to highlight. */
  shown: ReadonlySet<string>
  onOpen: (id: string) => void
  onCreate: (target: Target) => void
  onChange: (session: PlannerSession, before: Target, after: Target) => void
  onCopyDay: (date: string) => void
  /** The public holidays of a day, if they are shown. */
  holidayOf?: ((date: string) => string | null) | undefined
}
