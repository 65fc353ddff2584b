import { QueryClient, type Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Refusal } from './refusal.ts'
import { session, subscribeSession } from './session.ts'

/**
 * The cache of server data. Lost connections are retried twice, refusals never. Without a network a read fails as
 * well, so that the page says so, and is repeated once there is one; by default TanStack Query would wait without
 * a word.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && (!(error instanceof Refusal) || error.status === 0 || error.status >= 502),
    },
  },
})

let generation = 0
const listeners = new Set<() => void>()

/** Changes when a login ends. It is the key of the pages, so that their state ends with the login. */
export const useLoginGeneration = (): number =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => generation,
    () => 0,
  )

/**
 * Clears the cache when the login ends or another user logs in; refetches what a visitor sees after logging in.
 * `runGuards` resolves after the route guards: a page that they close fetches nothing.
 */
export function syncCacheWithLogin(runGuards: () => Promise<unknown>): void {
  let token = session()?.token
  subscribeSession(() => {
    const before = token
    token = session()?.token
    const guarded = runGuards()
    if (token === before) return
    if (before === undefined) return refetchShown()
    void guarded.then(() => {
      queryClient.clear()
      generation += 1
      listeners.forEach(listener => listener())
    })
  })
}

/** A preview names the revisions that its dialog read: after a write the server would refuse them as stale. */
const isRead = ({ queryKey: [name] }: Query) => typeof name !== 'string' || !name.startsWith('POST ')

function refetchShown(): void {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries({ predicate: isRead })
  // A first answer that is still under way may be older than the change: `invalidateQueries` would take it.
  const isFirst = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined
  void queryClient.resetQueries({ type: 'active', predicate: query => isRead(query) && isFirst(query) })
}

/**
 * Updates the cache after a write: replaces older revisions of the record in the answer, refetches what the page
 * shows, and drops the rest.
 */
export function updateCacheAfterWrite(answer: unknown, { deleted = false } = {}): void {
  if (isRecord(answer)) {
    for (const { queryKey } of queryClient.getQueryCache().getAll())
      queryClient.setQueryData(queryKey, (data: unknown) => replaceOlder(data, answer))
  }
  // A refetch of the deleted record would fail; the page that deleted it decides what to show.
  if (!deleted) return refetchShown()
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries({ refetchType: 'none' })
}

interface StoredRecord {
  id: string
  revision: number
}

const isRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'id' in value && 'revision' in value && typeof value.revision === 'number'

/** The data with every older revision of the record replaced, in the fields that the data have. */
export function replaceOlder(data: unknown, record: StoredRecord): unknown {
  if (Array.isArray(data)) return data.map(item => replaceOlder(item, record))
  if (typeof data !== 'object' || data === null || data instanceof Blob) return data
  if (isRecord(data) && data.id === record.id && data.revision < record.revision)
    return Object.fromEntries(Object.entries(data).map(([key, old]) => [key, key in record ? record[key as keyof StoredRecord] : old]))
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, replaceOlder(value, record)]))
}
