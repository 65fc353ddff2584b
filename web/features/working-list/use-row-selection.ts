import type { Appointment } from '#contract/appointments.ts'
import { useRef, useState } from 'react'
import { toggleRange } from './row-range.ts'

/** The selected appointments of the working list. */
export interface RowSelection {
  ids: ReadonlySet<string>
  /** Whether a batch step applies to the appointment. */
  canSelect: (appointment: Appointment) => boolean
  /** Selects or deselects a row; with `extend` (Shift) also the rows between it and the row before. */
  toggle: (id: string, extend: boolean) => void
  clear: () => void
}

/** The statuses that need no reason, so several appointments can receive one together. */
export const batchStatuses = ['booked', 'arrived', 'fulfilled', 'noshow'] as const

const canSelect = ({ can }: Appointment): boolean => batchStatuses.some(status => can.statuses.includes(status))

/** Selection of rows; `appointments` in the order of the table. */
export function useRowSelection(appointments: readonly Appointment[]): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  return {
    ids,
    canSelect,
    toggle: (id, extend) => {
      const order = appointments.filter(canSelect).map(appointment => appointment.id)
      setIds(toggleRange(ids, order, id, extend ? anchor.current : undefined))
      anchor.current = id
    },
    clear: () => setIds(new Set()),
  }
}
