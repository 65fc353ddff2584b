import type { FreeTime } from '#contract/day.ts'
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
 * Focuses an appointment after the next rendering, or as soon as the day shows it at its new time. A moved entry
 * is another element, so the focus waits for it.
 */
export function useReturnFocus(entries: readonly Entry[]): (due: Due) => void {
  const waiting = useRef<Due>(undefined)
  useEffect(() => {
    if (!waiting.current) return
    const { id, at } = waiting.current
    const entry = entries.find(({ key }) => key === id)
    if (entry?.kind !== 'appointment') return
    const { appointment } = entry
    if (at && !(isSameTime(appointment, at) && appointment.place.id === at.place.id)) return
    waiting.current = undefined
    document.getElementById(entryId(id))?.querySelector<HTMLElement>('a, button')?.focus()
  })
  return due => {
    waiting.current = due
  }
}
