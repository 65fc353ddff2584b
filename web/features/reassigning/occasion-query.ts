import type { ReassigningQuery } from '#contract/reassigning.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import type { Params } from '../../lib/search-params.ts'

/** What cannot take place, as the address names it. */
export type OccasionQuery = Pick<ReassigningQuery, 'schedule_id' | 'mentor_id' | 'date' | 'time_off_id' | 'closed_day_id'>

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the address; null where it names nothing, or more than one thing. */
export function readOccasion(params: Params): OccasionQuery | null {
  const id = (text: string | undefined) => (text && uuid.test(text) ? text : undefined)
  const { date } = params
  const query = {
    schedule_id: id(params.schedule_id),
    mentor_id: id(params.mentor_id),
    date: date && isLocalDate(date) ? date : undefined,
    time_off_id: id(params.time_off_id),
    closed_day_id: id(params.closed_day_id),
  }
  const named = [query.schedule_id, query.date, query.time_off_id, query.closed_day_id].filter(Boolean).length
  if (named !== 1 || (query.date && !query.mentor_id)) return null
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
