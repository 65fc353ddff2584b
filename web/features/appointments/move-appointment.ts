import type { Appointment } from '#contract/appointments.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { invalidateAppointments } from './set-status.ts'

interface MoveRequest {
  schedule_id: string
  starts_at: string
  /** Null: any mentor who is free. */
  mentor_id: string | null
  reason: string
}

/**
 * Moves an appointment for staff. A toast confirms it, with Undo; after a refusal, which is thrown, the
 * appointments are refetched too.
 */
export async function moveAppointment(
  { id, revision }: Pick<Appointment, 'id' | 'revision'>,
  { reason, ...to }: MoveRequest,
): Promise<Appointment> {
  try {
    const moved = await call('PUT /api/appointments/{id}', {
      params: { id },
      body: { revision, ...to, ...(reason.trim() && { reason: reason.trim() }) },
    })
    const { user, starts_at, time_zone } = moved
    const { undo } = moved
    if (undo)
      toastWithUndo(t('moveAppointment.done', { name: user.name, when: formatDateTimeThere(starts_at, time_zone) }), () =>
        call('POST /api/appointments/move/undo', { body: { undo } }).finally(invalidateAppointments),
      )
    return moved
  } finally {
    await invalidateAppointments()
  }
}
