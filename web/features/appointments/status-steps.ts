import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { call } from '../../lib/api.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toast, toastError } from '../../ui/toast.ts'

/** What shows appointments, or counts them, is read again. */
export const invalidateAppointments = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && /appointment|schedule|history|profile|dashboard/.test(name),
  })

/**
 * Gives an appointment another status and says so, with Undo where the last step can be undone. Answers null where it was refused, which is said too: then
 * the newest is read.
 */
export async function giveStatus(appointment: Appointment, status: AppointmentStatus, reason?: string): Promise<Appointment | null> {
  return send(appointment, { revision: appointment.revision, status, ...(reason && { reason }) })
}

/** Without a revision: a payment recorded meanwhile is no reason against Undo, and another step makes it a transition that does not exist. */
const takeBack = (appointment: Appointment, status: AppointmentStatus) => send(appointment, { status })

async function send(
  appointment: Appointment,
  body: { revision?: number; status: AppointmentStatus; reason?: string },
): Promise<Appointment | null> {
  const { status } = body
  const undoes = appointment.can.undo === status
  try {
    const changed = await call('POST /api/appointments/{id}/status', {
      params: { id: appointment.id },
      body,
    })
    const { name } = changed.user
    const back = changed.can.undo
    toast(undoes ? t('attend.undone', { name, status: t(`app.status.${status}`) }) : t(said[status] ?? 'attend.said.other', { name }), {
      type: 'success',
      ...(!undoes && back !== null && { action: { label: t('ui.undo'), run: () => void takeBack(changed, back) } }),
    })
    return changed
  } catch (error) {
    toastError(error)
    await invalidateAppointments()
    return null
  }
}

/** The same step for several, one after the other; one toast says how many, with Undo for all of them. */
export async function giveStatusToAll(appointments: readonly Appointment[], status: AppointmentStatus): Promise<void> {
  const changed: Appointment[] = []
  try {
    for (const { id, revision } of appointments)
      changed.push(await call('POST /api/appointments/{id}/status', { params: { id }, body: { revision, status } }))
  } catch (error) {
    toastError(error)
  }
  const undo = async () => {
    for (const { can, ...appointment } of changed) if (can.undo) await giveBack({ ...appointment, can }, can.undo)
    await invalidateAppointments()
  }
  if (changed.length > 0)
    toast(t('attend.saidAll', { count: changed.length, status: t(`app.status.${status}`) }), {
      type: 'success',
      ...(changed.some(({ can }) => can.undo !== null) && { action: { label: t('ui.undo'), run: () => void undo() } }),
    })
  await invalidateAppointments()
}

const giveBack = ({ id }: Appointment, status: AppointmentStatus) =>
  call('POST /api/appointments/{id}/status', { params: { id }, body: { status } }).catch(toastError)

const said: Partial<Record<AppointmentStatus, MessageId>> = {
  booked: 'attend.said.booked',
  arrived: 'attend.said.arrived',
  fulfilled: 'attend.said.fulfilled',
  noshow: 'attend.said.noshow',
  cancelled: 'attend.said.cancelled',
  'entered-in-error': 'attend.said.error',
}
