import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { call } from '../../lib/api.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toast, toastError } from '../../ui/toast.ts'

/** What shows appointments, or counts them, is read again. */
export const forgetAppointments = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && /appointment|schedule|history|profile|dashboard/.test(name),
  })

/**
 * Gives an appointment another status and says so, with Undo where the last step can be undone. Answers null where it was refused, which is said too: then
 * the newest is read.
 */
export async function giveStatus(appointment: Appointment, status: AppointmentStatus, reason?: string): Promise<Appointment | null> {
  const undoes = appointment.can.undo === status
  try {
    const changed = await call('POST /api/appointments/{id}/status', {
      params: { id: appointment.id },
      body: { revision: appointment.revision, status, ...(reason && { reason }) },
    })
    const { name } = changed.user
    const back = changed.can.undo
    toast(undoes ? t('attend.undone', { name, status: t(`app.status.${status}`) }) : t(said[status] ?? 'attend.said.other', { name }), {
      type: 'success',
      ...(!undoes && back !== null && { action: { label: t('ui.undo'), run: () => void giveStatus(changed, back) } }),
    })
    return changed
  } catch (error) {
    toastError(error)
    return null
  } finally {
    await forgetAppointments()
  }
}

const said: Partial<Record<AppointmentStatus, MessageId>> = {
  booked: 'attend.said.booked',
  arrived: 'attend.said.arrived',
  fulfilled: 'attend.said.fulfilled',
  noshow: 'attend.said.noshow',
  cancelled: 'attend.said.cancelled',
  'entered-in-error': 'attend.said.error',
}
