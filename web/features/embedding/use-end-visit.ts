import { useEffect, useRef } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { call } from '../../lib/api.ts'

/**
 * Lets the frame in which the visit began see that it ended with this booking. Without an answer, the booking
 * stands all the same.
 */
export function useEndVisit(visit: string | undefined, appointment: Appointment | undefined): void {
  const told = useRef(false)
  const id = appointment?.id
  useEffect(() => {
    if (!visit || !id || told.current) return
    told.current = true
    void call('POST /api/visits', { body: { visit, appointment_id: id } }).catch(() => {})
  }, [visit, id])
}
