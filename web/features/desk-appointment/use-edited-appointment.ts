import type { Appointment } from '#contract/appointments.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { invalidateAppointments } from '../appointments/set-status.ts'

/**
 * The appointment that a form of one of its parts started from.
 *
 * `base` is that appointment; `setBase` takes the saved one. `revision` is what the form sends: the newest as long as
 * `isSame` finds the part unchanged, so that a check-in in the meantime does not refuse the form. `readNewest` reads the
 * appointment again after a refusal `stale`, and makes it the base. `isBehind`: another one has changed the part since.
 */
export function useEditedAppointment(appointment: Appointment, isSame: (base: Appointment, current: Appointment) => boolean) {
  const [base, setBase] = useState(appointment)
  const revision = isSame(base, appointment) ? appointment.revision : base.revision
  const readNewest = async (): Promise<Appointment> => {
    const { appointment: newest } = await call('GET /api/appointments/{id}/edit', { params: { id: appointment.id } })
    setBase(newest)
    await invalidateAppointments()
    return newest
  }
  const isBehind = appointment.revision > base.revision && !isSame(base, appointment)
  return { base, setBase, revision, readNewest, isBehind }
}
