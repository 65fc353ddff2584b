import type { LocalDate } from '#domain/time/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import { type ResponseBody, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

const name = 'GET /api/search-schedule/{support_type_id}' as const

export type SearchResult = ResponseBody<'GET /api/search-schedule/{support_type_id}'>

/** A search: one support type, optionally one place or one mentor. */
export interface SearchFilter {
  supportType: string
  place?: string
  mentor?: string
}

// Fallback for a broken live stream.
const refetchOptions = { staleTime: 5_000, refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

const inputOf = ({ supportType, place, mentor }: SearchFilter, span: { from: LocalDate; to: LocalDate; date?: LocalDate }) => ({
  params: { support_type_id: supportType },
  query: { ...span, place_id: place, mentor_id: mentor },
})

const daysOf = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) => queryOptionsOf(name, inputOf(wanted, span))

/** The free days of a range. The previous days stay visible while others load. */
export const useFreeDays = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) =>
  useQuery({
    ...daysOf(wanted, span),
    ...refetchOptions,
    placeholderData: (before: SearchResult | undefined) => (before?.support_type.id === wanted.supportType ? before : undefined),
  })

/** One day's sessions with their slots. */
export const useTimes = (wanted: SearchFilter, date: LocalDate | undefined) =>
  useQuery({
    ...queryOptionsOf(name, inputOf(wanted, { from: date ?? '', to: date ?? '', date })),
    ...refetchOptions,
    refetchOnMount: 'always',
    enabled: date !== undefined,
  })

/** Prefetches the free days of a choice that is likely next. */
export const prefetchDays = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) =>
  void queryClient.prefetchQuery({ ...daysOf(wanted, span), staleTime: refetchOptions.staleTime })

/** All cached searches of a support type, with their parameters. */
export const cachedSearches = (supportType: string) =>
  queryClient
    .getQueriesData<SearchResult>({
      queryKey: queryKeyOf(name),
      predicate: ({ queryKey }) => searchInput(queryKey).support_type_id === supportType,
    })
    .map(([queryKey, answer]) => ({ queryKey, answer, asked: searchInput(queryKey) }))

export const refetchSearches = () => queryClient.invalidateQueries({ queryKey: queryKeyOf(name) })

const searchInput = (queryKey: readonly unknown[]) =>
  (queryKey[1] ?? {}) as { support_type_id?: string; date?: string; place_id?: string; mentor_id?: string }
