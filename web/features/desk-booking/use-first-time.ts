import { todayInVisitorZone } from '../../lib/today.ts'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import { useState } from 'react'
import { useFreeDays, useTimes, type SearchFilter } from '../booking/search.ts'
import { requestRange } from '../booking/time/calendar-days.ts'
import { nextFreeDay } from '../booking/time/next-free-day.ts'
import { timesOf, type OfferedTime } from '../booking/times.ts'

/** A free time with its date on the place's clock. */
export interface FirstTime {
  date: LocalDate
  time: OfferedTime
}

/** The first free time that has not begun. Staff may book one that has, but no caller can come to it. */
export function useFirstTime(wanted: SearchFilter): FirstTime | undefined {
  const [today] = useState(todayInVisitorZone)
  const query = useFreeDays(wanted, requestRange(today, today))
  const days = query.isPlaceholderData ? [] : (query.data?.days ?? [])
  const date = nextFreeDay(days)?.date
  const first = useTimes(wanted, date)
  const time = firstAhead(first.data?.schedules)
  // Everything that is left of the first day may run already.
  const later = first.data && !time && date ? nextFreeDay(days, addDays(date, 1))?.date : undefined
  const second = useTimes(wanted, later)
  const laterTime = firstAhead(second.data?.schedules)
  if (date && time) return { date, time }
  return later && laterTime ? { date: later, time: laterTime } : undefined
}

const firstAhead = (schedules: Parameters<typeof timesOf>[0] = []): OfferedTime | undefined =>
  timesOf(schedules).find(({ free, startsAt }) => free > 0 && Date.parse(startsAt) > Date.now())
