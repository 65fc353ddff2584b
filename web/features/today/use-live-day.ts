import { useEffect } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { readEvents } from '../../lib/event-stream.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Changes within this time cause one refetch. */
const gatherMs = 400
const reconnectMs = 5_000

/**
 * A first answer that is still under way may be older than the change: it is waited for, so that many changes
 * cannot put it off.
 */
async function refetchDay(name: DayCall): Promise<void> {
  const queryKey = queryKeyOf(name)
  const isFirst = queryClient.getQueryData(queryKey) === undefined
  await queryClient.invalidateQueries({ queryKey })
  if (isFirst) await queryClient.invalidateQueries({ queryKey })
}

type DayCall = 'GET /api/day' | 'GET /api/mentor-day'

/** Refetches the day when the server says that it changed, while the page is visible. */
export function useLiveDay(name: DayCall): void {
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
          // What changed in between is not known.
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
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(gathering)
      close()
    }
  }, [name])
}
