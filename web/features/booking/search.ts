import type { LocalDate } from '#domain/time/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import { keyOf, queryOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { SearchAnswer } from './live-seats.ts'

const name = 'GET /api/search-schedule/{support_type_id}' as const

/** What a person looks through: one kind of support, perhaps one place or one mentor. */
export interface Wanted {
  supportType: string
  place?: string
  mentor?: string
}

// The live stream tells of changes at once; where it is cut, this is how the page stays right.
const staysFresh = { staleTime: 5_000, refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

const inputOf = ({ supportType, place, mentor }: Wanted, span: { from: LocalDate; to: LocalDate; date?: LocalDate }) => ({
  params: { support_type_id: supportType },
  query: { ...span, place_id: place, mentor_id: mentor },
})

const daysOf = (wanted: Wanted, span: { from: LocalDate; to: LocalDate }) => queryOf(name, inputOf(wanted, span))

/** The free days of a span. While other weeks or filters load, those before stay. */
export const useFreeDays = (wanted: Wanted, span: { from: LocalDate; to: LocalDate }) =>
  useQuery({
    ...daysOf(wanted, span),
    ...staysFresh,
    placeholderData: (before: SearchAnswer | undefined) => (before?.support_type.id === wanted.supportType ? before : undefined),
  })

/** One day's sessions with their slots. */
export const useTimes = (wanted: Wanted, date: LocalDate | undefined) =>
  useQuery({
    ...queryOf(name, inputOf(wanted, { from: date ?? '', to: date ?? '', date })),
    ...staysFresh,
    refetchOnMount: 'always',
    enabled: date !== undefined,
  })

/** Reads ahead what a person is about to choose. */
export const prefetchDays = (wanted: Wanted, span: { from: LocalDate; to: LocalDate }) =>
  void queryClient.prefetchQuery({ ...daysOf(wanted, span), staleTime: staysFresh.staleTime })

/** Every search answer of a support type that is kept, with what it was asked with. */
export const keptSearches = (supportType: string) =>
  queryClient
    .getQueriesData<SearchAnswer>({
      queryKey: keyOf(name),
      predicate: ({ queryKey }) => askedWith(queryKey).support_type_id === supportType,
    })
    .map(([queryKey, answer]) => ({ queryKey, answer, asked: askedWith(queryKey) }))

export const refetchSearches = () => queryClient.invalidateQueries({ queryKey: keyOf(name) })

const askedWith = (queryKey: readonly unknown[]) =>
  (queryKey[1] ?? {}) as { support_type_id?: string; date?: string; place_id?: string; mentor_id?: string }
