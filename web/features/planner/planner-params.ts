import { addDays, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { dateParam, idParam } from '../../lib/param-values.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { startOfWeek } from '../../lib/week.ts'
import type { BoardBy } from './layout-board.ts'

/** The views, as the address names them. */
export const plannerViews = ['day', 'week', 'month'] as const
/** How much time is on the screen. */
export type PlannerView = (typeof plannerViews)[number]

/** What the address says about the calendar; invalid values count as not set. */
export interface PlannerParams {
  view: PlannerView
  by: BoardBy
  date: LocalDate
  today: LocalDate
  /** The shown days. A month has whole weeks. */
  days: LocalDate[]
  /** Ids of the filters. */
  filters: { support_type_id: string | undefined; place_id: string | undefined; mentor_id: string | undefined }
}

/** The parameters of the address; `today` is the date in the visitor's zone. */
export function usePlannerParams(): PlannerParams {
  const [params] = useSearchParams<'planner'>()
  const today = localDateOf(Temporal.Now.instant(), visitorZone())
  const view = plannerViews.find(known => known === params.view) ?? 'week'
  const date = dateParam(params.date) ?? today
  return {
    view,
    by: params.by === 'place' ? 'place' : 'mentor',
    date,
    today,
    days: daysOf(view, date),
    filters: { support_type_id: idParam(params.support_type), place_id: idParam(params.place), mentor_id: idParam(params.mentor) },
  }
}

const daysFrom = (first: LocalDate, count: number): LocalDate[] => Array.from({ length: count }, (_, day) => addDays(first, day))

/** The days of a view: the day, its week, or the weeks of its month. */
export function daysOf(view: PlannerView, date: LocalDate): LocalDate[] {
  if (view === 'day') return [date]
  if (view === 'week') return daysFrom(startOfWeek(date), 7)
  const first = startOfWeek(`${date.slice(0, 8)}01`)
  const weeks = addDays(first, 35).slice(0, 7) === date.slice(0, 7) ? 6 : 5
  return daysFrom(first, weeks * 7)
}

/** The same view one step earlier or later. */
export function stepDate(view: PlannerView, date: LocalDate, step: 1 | -1): LocalDate {
  if (view === 'day') return addDays(date, step)
  if (view === 'week') return addDays(date, 7 * step)
  return Temporal.PlainDate.from(`${date.slice(0, 8)}01`)
    .add({ months: step })
    .toString()
}
