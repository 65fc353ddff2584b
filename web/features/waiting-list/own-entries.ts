import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'

/** Open entries are refetched regularly, because offers arrive while the page is open. */
const refetchOptions = { refetchInterval: 15_000, refetchOnWindowFocus: 'always' } as const

/** The client's open entries. */
export const useOpenEntries = () =>
  useQuery({
    ...queryOptionsOf('GET /api/waiting-list', { query: { state: 'open', per_page: 100, page: 1, whose: 'own' } }),
    ...refetchOptions,
  })

/** The client's ended entries, newest first. */
export const useEndedEntries = (page: number) =>
  useQuery(queryOptionsOf('GET /api/waiting-list', { query: { state: 'ended', page, per_page: 20, whose: 'own' } }))

/** One of the client's own entries, read again while an offer may arrive. */
export const useOwnEntry = (id: string) =>
  useQuery({ ...queryOptionsOf('GET /api/waiting-list/{id}', { params: { id } }), ...refetchOptions })
