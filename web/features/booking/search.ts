import type { LocalDate } from '#domain/time/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import { type Answer, keyOf, queryOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

const name = 'GET /api/search-schedule/{support_type_id}' as const

export type SearchAnswer = Answer<'GET /api/search-schedule/{support_type_id}'>

/** A search: one support type, optionally one place or one mentor. */
export interface SearchFilter {
  supportType: string
  place?: string
  mentor?: string
}

// Fallback for a broken live stream.
const staysFresh = { staleTime: 5_000, refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

const inputOf = ({ supportType, place, mentor }: SearchFilter, span: { from: LocalDate; to: LocalDate; date?: LocalDate }) => ({
  params: { support_type_id: supportType },
  query: { ...span, place_id: place, mentor_id: mentor },
})

const daysOf = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) => queryOf(name, inputOf(wanted, span))

/** The free days of a range. The previous days stay visible while others load. */
export const useFreeDays = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) =>
  useQuery({
    ...daysOf(wanted, span),
    ...staysFresh,
    placeholderData: (before: SearchAnswer | undefined) => (before?.support_type.id === wanted.supportType ? before : undefined),
  })

/** One day's sessions with their slots. */
export const useTimes = (wanted: SearchFilter, date: LocalDate | undefined) =>
  useQuery({
    ...queryOf(name, inputOf(wanted, { from: date ?? '', to: date ?? '', date })),
    ...staysFresh,
    refetchOnMount: 'always',
    enabled: date !== undefined,
  })

/** Prefetches the free days of a choice that is likely next. */
export const prefetchDays = (wanted: SearchFilter, span: { from: LocalDate; to: LocalDate }) =>
  void queryClient.prefetchQuery({ ...daysOf(wanted, span), staleTime: staysFresh.staleTime })

/** All cached searches of a support type, with their parameters. */
export const cachedSearches = (supportType: string) =>
  queryClient
    .getQueriesData<SearchAnswer>({
      queryKey: keyOf(name),
      predicate: ({ queryKey }) => askedWith(queryKey).support_type_id === supportType,
    })
    .map(([queryKey, answer]) => ({ queryKey, answer, asked: askedWith(queryKey) }))

export const refetchSearches = () => queryClient.invalidateQueries({ queryKey: keyOf(name) })

const askedWith = (queryKey: readonly unknown[]) =>
  (queryKey[1] ?? {}) as { support_type_id?: string; date?: string; place_id?: string; mentor_id?: string }
