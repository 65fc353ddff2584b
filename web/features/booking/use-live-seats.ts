import type { SeatsChanged } from '#contract/search.ts'
import { useEffect } from 'react'
import { addressOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSite } from '../../lib/site.ts'
import { mergeSeats, shiftDay } from './live-seats.ts'
import { keptSearches, refetchSearches } from './search.ts'

const reopenAfter = 15_000
/** A calendar's counts are put right this long after the last change, spread so that many open pages do not ask at once. */
const settleAfter = () => 2_000 + Math.random() * 3_000

/**
 * Keeps free seats up to date while the page is looked at. Changes of seats are merged at once; anything else is read anew. Without the stream
 * the page goes on: searches read again by themselves (search.ts).
 */
export function useLiveSeats(supportType: string | undefined): void {
  const noticeMinutes = useSite()?.policies.notice_minutes ?? 0

  useEffect(() => {
    if (!supportType || typeof EventSource === 'undefined') return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let settling: ReturnType<typeof setTimeout> | undefined
    let missed = false

    const settle = () => {
      settling ??= setTimeout(() => {
        settling = undefined
        void refetchSearches()
      }, settleAfter())
    }
    const open = () => {
      source = new EventSource(addressOf('GET /api/search-schedule/{support_type_id}/live', { params: { support_type_id: supportType } }))
      source.addEventListener('open', () => {
        if (missed) void refetchSearches()
        missed = false
      })
      source.addEventListener('seats', event => {
        merge(supportType, JSON.parse((event as MessageEvent<string>).data) as SeatsChanged, noticeMinutes)
        settle()
      })
      source.addEventListener('schedules', () => void refetchSearches())
      source.addEventListener('error', () => {
        missed = true
        // It comes back by itself, unless it was refused: then it is tried again later.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfter)
      })
    }
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    // A page in the background needs no stream; what it missed is read when it is looked at again.
    const follow = () => {
      close()
      if (document.visibilityState === 'visible') open()
      else missed = true
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(settling)
      close()
    }
  }, [supportType, noticeMinutes])
}

/** Puts a change into the day's times that are kept, and by the same amount into the calendars that count that slot. */
function merge(supportType: string, change: SeatsChanged, noticeMinutes: number): void {
  const kept = keptSearches(supportType)
  const rules = { now: Date.now(), noticeMinutes }
  const found = kept.map(({ answer }) => answer && mergeSeats(answer, change, rules).moved).find(moved => moved)
  for (const { queryKey, answer, asked } of kept) {
    if (!answer) continue
    const counts = found && !answer.schedules && (asked.place_id ?? found.placeId) === found.placeId
    const mentorCounts = (asked.mentor_id ?? change.mentor_id) === change.mentor_id
    const next = counts && mentorCounts ? shiftDay(answer, found.date, found.delta) : mergeSeats(answer, change, rules).answer
    if (next !== answer) queryClient.setQueryData(queryKey, next)
  }
}
