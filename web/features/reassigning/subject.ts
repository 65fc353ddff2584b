import type { ReassigningQuery } from '#contract/reassigning.ts'
import { dateParam, idParam } from '../../lib/param-values.ts'
import type { Params } from '../../lib/search-params.ts'

/** What cannot take place, as named in the address. */
export type ReassigningSubject = Pick<ReassigningQuery, 'schedule_id' | 'mentor_id' | 'date' | 'time_off_id' | 'closed_day_id'>

/** Reads the address; null if it names nothing or several subjects. */
export function readSubject(params: Params): ReassigningSubject | null {
  const query = {
    schedule_id: idParam(params.schedule_id),
    mentor_id: idParam(params.mentor_id),
    date: dateParam(params.date),
    time_off_id: idParam(params.time_off_id),
    closed_day_id: idParam(params.closed_day_id),
  }
  const named = [query.schedule_id, query.date, query.time_off_id, query.closed_day_id].filter(Boolean).length
  if (named !== 1 || (query.date && !query.mentor_id)) return null
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
