import { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Refusal } from './refusal.ts'
import { session, subscribeSession } from './session.ts'

/** What was read from the server. A refusal is an answer and is not asked for again; a lost connection is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && (!(error instanceof Refusal) || error.status === 0 || error.status >= 502),
    },
  },
})

let generation = 0
const watchers = new Set<() => void>()

/** Changes whenever a login has ended. Pages are mounted with it as their key, so that what was typed or shown in them goes with the login. */
export const usePersonGeneration = (): number =>
  useSyncExternalStore(
    watch => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => generation,
    () => 0,
  )

/**
 * Drops everything that was read for a person when the login ends or another person logs in, and asks again for what a visitor who logs in already sees.
 * `guarded` resolves when the route guards have looked: a page that they close asks for nothing.
 */
export function followPerson(guarded: () => Promise<unknown>): void {
  let token = session()?.token
  subscribeSession(() => {
    const before = token
    token = session()?.token
    const looked = guarded()
    if (token === before) return
    if (before === undefined) return forgetOthers()
    void looked.then(() => {
      queryClient.clear()
      generation += 1
      watchers.forEach(watch => watch())
    })
  })
}

function forgetOthers(): void {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
}

/**
 * Makes every page show what a write has changed: records in the cache that the answer holds in a newer revision are replaced, what no page shows is
 * dropped, and what a page shows is read again.
 */
export function applyWrite(answer: unknown, { gone = false } = {}): void {
  if (isRecord(answer)) {
    for (const { queryKey } of queryClient.getQueryCache().getAll())
      queryClient.setQueryData(queryKey, (data: unknown) => replaceOlder(data, answer))
  }
  // What was deleted is not read again; the page that deleted it knows what to show instead.
  if (!gone) return forgetOthers()
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries({ refetchType: 'none' })
}

interface StoredRecord {
  id: string
  revision: number
}

const isRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'id' in value && 'revision' in value && typeof value.revision === 'number'

/** The same data with every older revision of a record replaced, field by field as far as the data have the field. */
export function replaceOlder(data: unknown, record: StoredRecord): unknown {
  if (Array.isArray(data)) return data.map(item => replaceOlder(item, record))
  if (typeof data !== 'object' || data === null || data instanceof Blob) return data
  if (isRecord(data) && data.id === record.id && data.revision < record.revision)
    return Object.fromEntries(Object.entries(data).map(([key, old]) => [key, key in record ? record[key as keyof StoredRecord] : old]))
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, replaceOlder(value, record)]))
}
