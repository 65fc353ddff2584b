import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { useEffect, useRef } from 'react'
import { entryId } from './day-entry.tsx'
import type { Entry } from './layout-day.ts'
import { isSameTime } from './move-targets.ts'

interface Due {
  id: string
  /** Its new time. */
  at?: FreeTime | undefined
}

/**
 * Focuses an appointment after the next rendering, or as soon as the day shows it at its new time: a moved entry is
 * another element. Only while no other element has the focus; without the appointment, the page's heading takes it.
 */
export function useReturnFocus(entries: readonly Entry[]): (due: Due) => void {
  const waiting = useRef<Due>(undefined)
  useEffect(() => {
    if (!waiting.current) return
    const { id, at } = waiting.current
    const entry = entries.find(({ key }) => key === id)
    if (at && entry?.kind === 'appointment' && !isAt(entry.appointment, at)) return
    waiting.current = undefined
    if (document.activeElement !== document.body) return
    const target = document.getElementById(entryId(id))?.querySelector<HTMLElement>('a, button')
    ;(target ?? document.querySelector<HTMLElement>('h1[data-page-heading]'))?.focus()
  })
  return due => {
    waiting.current = due
  }
}

const isAt = (appointment: DayAppointment, time: FreeTime): boolean =>
  isSameTime(appointment, time) && appointment.place.id === time.place.id
