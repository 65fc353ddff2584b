import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { searchName, staffSearchName, type SearchResult } from './search.ts'

// Not with the first page: nothing of it is needed before the live stream or a booking.

/** All cached searches of a support type, with their parameters. */
export const cachedSearches = (supportType: string) =>
  queryClient
    .getQueriesData<SearchResult>({
      predicate: query => isSearch(query) && searchInput(query.queryKey).support_type_id === supportType,
    })
    .map(([queryKey, answer]) => ({ queryKey, answer, asked: searchInput(queryKey) }))

/** Reads every shown search again, of clients and of staff, and marks the others as old. */
export const refetchSearches = () => queryClient.invalidateQueries({ predicate: isSearch })

/** Reads the support types with their prices again. */
export const refetchSupportTypes = () => queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/previous-history') })

const isSearch = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) => name === searchName || name === staffSearchName

const searchInput = (queryKey: readonly unknown[]) =>
  (queryKey[1] ?? {}) as { support_type_id?: string; date?: string; place_id?: string; mentor_id?: string }
