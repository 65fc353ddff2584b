import type { SearchedSchedule, SeatsChanged } from '#contract/search.ts'
import { urlOf } from '../../../lib/api.ts'
import { timeKey } from '../times.ts'
import { useEffect } from 'react'
import { queryClient } from '../../../lib/query-client.ts'
import type { SearchResult } from '../search.ts'
import { cachedSearches, refetchSearches, refetchSupportTypes } from '../search-cache.ts'

/** Result of merging a change of free seats into a cached day. */
export interface SeatsMerged {
  answer: SearchResult
  /**
   * The slot's date and place and its change in bookable seats, for the calendars. Null if the day does
   * not contain the slot.
   */
  moved: { date: string; placeId: string; delta: number } | null
}

/** A day's answer after a change of free seats. Slots that the search says are not bookable stay at none. */
export function mergeSeats(answer: SearchResult, change: SeatsChanged): SeatsMerged {
  const schedule = answer.schedules?.find(({ id }) => id === change.schedule_id)
  const slot = schedule?.slots.find(slot => slot.mentor.id === change.mentor_id && sameStart(slot, change))
  if (!schedule || !slot) return { answer, moved: null }
  const free = slot.bookable ? Math.max(0, Math.min(slot.seats, change.free)) : 0
  const delta = free - slot.free
  const date = dateOf(answer, schedule)
  if (delta === 0) return { answer, moved: { date, placeId: schedule.place.id, delta } }
  const slots = schedule.slots.map(other => (other === slot ? { ...slot, free } : other))
  const schedules = answer.schedules?.map(other => (other === schedule ? { ...schedule, slots } : other))
  return { answer: shiftDay({ ...answer, schedules }, date, delta), moved: { date, placeId: schedule.place.id, delta } }
}

/** The answer with `delta` added to the free seats of one day. */
export function shiftDay(answer: SearchResult, date: string, delta: number): SearchResult {
  const days = answer.days.map(day => {
    if (day.date !== date || delta === 0) return day
    const free = Math.max(0, day.free + delta)
    return { ...day, free, why: free > 0 ? null : (day.why ?? ('full' as const)) }
  })
  return { ...answer, days }
}

const sameStart = (slot: { starts_at: string }, change: SeatsChanged) => timeKey('', slot.starts_at) === timeKey('', change.starts_at)

/** A session's local date in its place's zone, as the calendar knows it. */
function dateOf(answer: SearchResult, schedule: SearchedSchedule): string {
  if (answer.days.length === 1 && answer.days[0]) return answer.days[0].date
  return new Intl.DateTimeFormat('sv-SE', { timeZone: schedule.time_zone }).format(new Date(schedule.starts_at))
}

const reconnectDelayMs = 15_000
/** Delay before refetching the counts, in ms; random, so that many open pages do not request at once. */
const refetchDelayMs = () => 2_000 + Math.random() * 3_000

/**
 * Keeps free seats and prices up to date while the page is visible. Seat changes are merged at once; other changes
 * refetch. Without the stream, searches refetch on their own (search.ts).
 */
export function useLiveSeats(supportType: string | undefined): void {
  useEffect(() => {
    if (!supportType || typeof EventSource === 'undefined') return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let settling: ReturnType<typeof setTimeout> | undefined
    let missed = false
    let pricesToo = false

    const finish = () => {
      settling ??= setTimeout(() => {
        settling = undefined
        void refetchSearches()
        if (pricesToo) void refetchSupportTypes()
        pricesToo = false
      }, refetchDelayMs())
    }
    const open = () => {
      source = new EventSource(urlOf('GET /api/search-schedule/{support_type_id}/live', { params: { support_type_id: supportType } }))
      source.addEventListener('open', () => {
        if (missed) void refetchSearches()
        // A change between the first answers and the open stream is in neither.
        else finish()
        missed = false
      })
      source.addEventListener('seats', event => {
        merge(supportType, JSON.parse((event as MessageEvent<string>).data) as SeatsChanged)
        finish()
      })
      source.addEventListener('schedules', () => void refetchSearches())
      // Of all pages, whatever their support type.
      source.addEventListener('public', () => {
        pricesToo = true
        finish()
      })
      source.addEventListener('error', () => {
        missed = true
        // EventSource reconnects on its own, except after a refusal.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectDelayMs)
      })
    }
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    // A hidden page needs no stream; it refetches when it becomes visible.
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
  }, [supportType])
}

/** Merges a change into the cached days and into the calendars that count its slot. */
function merge(supportType: string, change: SeatsChanged): void {
  const kept = cachedSearches(supportType)
  const found = kept.map(({ answer }) => answer && mergeSeats(answer, change).moved).find(moved => moved)
  for (const { queryKey, answer, asked } of kept) {
    if (!answer) continue
    const counts = found && !answer.schedules && (asked.place_id ?? found.placeId) === found.placeId
    const mentorCounts = (asked.mentor_id ?? change.mentor_id) === change.mentor_id
    const next = counts && mentorCounts ? shiftDay(answer, found.date, found.delta) : mergeSeats(answer, change).answer
    if (next !== answer) queryClient.setQueryData(queryKey, next)
  }
}
