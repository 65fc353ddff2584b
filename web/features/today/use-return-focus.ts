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
 * Focuses an appointment after the next rendering, or as soon as the day shows it at its new time, as a moved entry is
 * another element; not if the user has moved the focus since. Without the appointment, a lost focus goes to the page's
 * heading.
 */
export function useReturnFocus(entries: readonly Entry[]): (due: Due) => void {
  const waiting = useRef<Due & { from?: Element | null }>(undefined)
  useEffect(() => {
    const due = waiting.current
    if (!due) return
    const { activeElement, body } = document
    due.from ??= activeElement
    const entry = entries.find(({ key }) => key === due.id)
    if (due.at && entry?.kind === 'appointment' && !isAt(entry.appointment, due.at)) return
    waiting.current = undefined
    const target = document.getElementById(entryId(due.id))?.querySelector<HTMLElement>('a, button')
    if (activeElement === body) (target ?? document.querySelector<HTMLElement>('h1[data-page-heading]'))?.focus()
    else if (activeElement === due.from) target?.focus()
  })
  return due => {
    waiting.current = due
  }
}

const isAt = (appointment: DayAppointment, time: FreeTime): boolean =>
  isSameTime(appointment, time) && appointment.place.id === time.place.id
