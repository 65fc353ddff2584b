import type { Appointment } from '#contract/appointments.ts'
import { useState } from 'react'

/** Several appointments chosen for one step together. */
export interface Chosen {
  ids: ReadonlySet<string>
  /** Whether anything can be done with it together with others. */
  can: (appointment: Appointment) => boolean
  toggle: (id: string) => void
  clear: () => void
}

/** The steps that can be taken together: those that need no reason. */
export const stepsTogether = ['booked', 'arrived', 'fulfilled', 'noshow'] as const

export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    can: ({ can }) => stepsTogether.some(step => can.statuses.includes(step)),
    toggle: id =>
      setIds(before => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    clear: () => setIds(new Set()),
  }
}
