import type { LocalDate } from '#domain/time/local-date.ts'
import type { PartOfDay } from '#domain/time/local-time.ts'
import { useQuery } from '@tanstack/react-query'
import { type ResponseBody, queryOptionsOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** The call by which clients search times; the name under which its answers are in the query cache. */
export const searchName = 'GET /api/search-schedule/{support_type_id}' as const
/** The same search for staff. */
export const staffSearchName = 'GET /api/appointments/times/{support_type_id}'

/** What both searches answer. */
export type SearchResult = ResponseBody<'GET /api/search-schedule/{support_type_id}'>

/** A search: one support type, optionally one place, one mentor or a language. */
export interface SearchFilter {
  supportType: string
  place?: string
  mentor?: string
  /** Only times of mentors who speak it. */
  language?: string
  /** Also the times that are kept for appointments with an interpreter. */
  interpreter?: boolean
  /** As staff may book, with their further filters. */
  staff?: StaffFilter
}

/** Of times for staff: `weekday` 1 is Monday. */
export interface StaffFilter {
  weekday?: string
  part?: PartOfDay
}

// Fallback for a broken live stream.
const refetchOptions = { staleTime: 5_000, refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

/** An answer this new, in ms, is shared. */
const sharedMs = 1000

const search = (
  { supportType, place, mentor, language, interpreter, staff }: SearchFilter,
  span: { from: LocalDate; to: LocalDate; date?: LocalDate },
) =>
  queryOptionsOf((staff ? staffSearchName : searchName) as typeof searchName, {
    params: { support_type_id: supportType },
    query: { ...span, ...staff, place_id: place, mentor_id: mentor, language, interpreter: interpreter ? 'true' : undefined },
  })

/** The free days of a range. The previous days stay visible while others load. */
export const useFreeDays = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) =>
  useQuery({
    ...search(wanted, span),
    ...refetchOptions,
    placeholderData: (before: SearchResult | undefined) => (before?.support_type.id === wanted.supportType ? before : undefined),
  })

/** One day's sessions with their slots. */
export const useTimes = (wanted: SearchFilter, date: LocalDate | undefined) =>
  useQuery({
    ...search(wanted, { from: date ?? '', to: date ?? '', date }),
    ...refetchOptions,
    // Two parts of a page that begin with the same day ask once.
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt < sharedMs ? true : 'always'),
    enabled: date !== undefined,
  })

/** Prefetches the free days of a choice that is likely next. */
export const prefetchDays = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) =>
  void queryClient.prefetchQuery({ ...search(wanted, span), staleTime: refetchOptions.staleTime })
