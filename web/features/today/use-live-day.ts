import { useQuery, type Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { readEvents } from '../../lib/event-stream.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Changes within this time cause one refetch. */
const gatherMs = 400
const reconnectMs = 5_000

/** What pages show next to the day: records in the side panel, absences and who waits. Not previews (`POST`). */
const nextToDay = /^GET .*(appointment|schedule|history|message|closed-days|time-off|waiting-list)/

/**
 * Refetches the day and what is shown next to it. A first answer that is still under way may be older than the change:
 * it is waited for, so that many changes cannot put it off.
 */
async function refetchDay(name: DayCall): Promise<void> {
  const isShown = ({ queryKey: [key] }: Query) => key === name || (typeof key === 'string' && nextToDay.test(key))
  const first = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: query => isShown(query) && query.state.data === undefined })
  await queryClient.invalidateQueries({ predicate: isShown })
  if (first.length > 0) await queryClient.invalidateQueries({ predicate: query => first.includes(query) })
}

type DayCall = 'GET /api/day' | 'GET /api/mentor-day'

/**
 * The day: read when the page opens, and again when the server says that it changed while the page is visible; then
 * also what is shown next to it. `refetchInterval` in ms, for what no stream tells.
 */
export function useLiveDay(name: DayCall, refetchInterval: number) {
  // Also if it is in the cache: without a stream, it may have changed since.
  const query = useQuery({ ...queryOptionsOf(name), refetchInterval, refetchOnMount: 'always' })
  useEffect(() => {
    let stream: AbortController | undefined
    let gathering: ReturnType<typeof setTimeout> | undefined
    let reconnecting: ReturnType<typeof setTimeout> | undefined
    const refetch = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        void refetchDay(name)
      }, gatherMs)
    }
    const close = () => {
      clearTimeout(reconnecting)
      stream?.abort()
      stream = undefined
    }
    const open = () => {
      close()
      const own = (stream = new AbortController())
      readEvents(`${name}/live`, refetch, own.signal)
        .catch(() => undefined)
        .then(() => {
          if (own.signal.aborted) return
          // As long as no stream opens, each attempt reads the day.
          reconnecting = setTimeout(() => {
            refetch()
            open()
          }, reconnectMs)
        })
    }
    // A hidden page needs no stream; it refetches when it becomes visible.
    const follow = () => {
      if (document.visibilityState !== 'visible') return close()
      refetch()
      open()
    }
    if (document.visibilityState === 'visible') open()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(gathering)
      close()
    }
  }, [name])
  return query
}
