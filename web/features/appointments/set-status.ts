import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { maxBatch } from '#contract/batch-size.ts'
import { call, type ResponseBody } from '../../lib/api.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { dismissToast, toast, toastError } from '../../ui/toast.ts'

/** The part of an appointment that its status buttons need. */
export type StatusSubject = Pick<Appointment, 'id' | 'user' | 'status' | 'can' | 'revision'>

/** Invalidates every query that shows or counts appointments. */
export const invalidateAppointments = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === 'string' && /appointment|schedule|history|profile|dashboard|day|planner/.test(name),
  })

/**
 * Changes the status of an appointment. A toast confirms it, with Undo where the API offers it. After a
 * refusal, which is a toast unless `onRefused` shows it, it returns null and the appointments are refetched.
 */
export async function setAppointmentStatus(
  appointment: StatusSubject,
  status: AppointmentStatus,
  { reason, onRefused }: { reason?: string | undefined; onRefused?: (error: unknown) => void } = {},
): Promise<Appointment | null> {
  return send(appointment, { revision: appointment.revision, status, ...(reason && { reason }) }, onRefused)
}

/**
 * With the status instead of the revision: a payment that was recorded in the meantime does not prevent Undo, a later
 * step does.
 */
const undoStatus = (appointment: StatusSubject, status: AppointmentStatus) => send(appointment, { from: appointment.status, status })

/**
 * The last toast about each appointment, but for those of `toastWithUndo`, which replaces its own: the next step makes it
 * wrong, and its Undo impossible.
 */
const shown = new Map<string, number>()

async function send(
  appointment: StatusSubject,
  body: { revision?: number; from?: AppointmentStatus; status: AppointmentStatus; reason?: string },
  onRefused: (error: unknown) => void = toastError,
): Promise<Appointment | null> {
  const { status } = body
  const undoes = appointment.can.undo === status
  try {
    const changed = await call('POST /api/appointments/{id}/status', {
      params: { id: appointment.id },
      body,
    })
    const { name } = changed.user
    const { undo } = changed
    const back = changed.can.undo
    const done = t(doneTexts[status] ?? 'appointmentStatus.changed.other', { name })
    dismissToast(shown.get(changed.id) ?? 0)
    const action = back !== null && !undoes && { action: { label: t('ui.undo'), run: () => void undoStatus(changed, back) } }
    if (undo && !undoes) toastWithUndo(done, () => undoStep(undo))
    else {
      const text = undoes ? t('appointmentStatus.undone', { name, status: t(`app.status.${status}`) }) : done
      shown.set(changed.id, toast(text, { type: 'success', ...action }))
    }
    return changed
  } catch (error) {
    onRefused(error)
    await invalidateAppointments()
    return null
  }
}

/** Takes back a step that tells the clients, before they are told. */
export const undoStep = (undo: string): Promise<unknown> =>
  call('POST /api/appointments/status/undo', { body: { undo } }).finally(invalidateAppointments)

type Statuses = Pick<ResponseBody<'POST /api/appointments/status'>, 'changed' | 'skipped'> & { undo: string[] }

async function sendStatuses(
  listed: readonly { id: string; revision?: number }[],
  step: { from?: AppointmentStatus; status: AppointmentStatus },
): Promise<Statuses> {
  const all: Statuses = { changed: [], skipped: [], undo: [] }
  for (let start = 0; start < listed.length; start += maxBatch) {
    const appointments = listed.slice(start, start + maxBatch)
    const { changed, skipped, undo } = await call('POST /api/appointments/status', { body: { ...step, appointments } })
    all.changed.push(...changed)
    all.skipped.push(...skipped)
    if (undo) all.undo.push(undo)
  }
  return all
}

/** Changes the status of several appointments, each by itself, with one toast and Undo for all. */
export async function setAppointmentStatuses(appointments: readonly Appointment[], status: AppointmentStatus): Promise<void> {
  try {
    const { changed, skipped, undo } = await sendStatuses(
      appointments.map(({ id, revision }) => ({ id, revision })),
      { status },
    )
    const undoable = changed.some(({ undo }) => undo !== null)
    const done = t('appointmentStatus.severalChanged', { count: changed.length, status: t(`app.status.${status}`) })
    if (undo.length > 0) toastWithUndo(done, () => Promise.all(undo.map(undoStep)))
    else if (changed.length > 0)
      toast(done, { type: 'success', ...(undoable && { action: { label: t('ui.undo'), run: () => void undoStatuses(changed, status) } }) })
    showSkipped(skipped)
  } catch (error) {
    toastError(error)
  }
  await invalidateAppointments()
}

/** As the Undo of one step. Steps from different statuses are undone one status after the other. */
async function undoStatuses(changed: Statuses['changed'], from: AppointmentStatus): Promise<void> {
  for (const status of new Set(changed.map(({ undo }) => undo))) {
    if (status === null) continue
    const appointments = changed.flatMap(({ id, undo }) => (undo === status ? { id } : []))
    await sendStatuses(appointments, { from, status }).then(({ skipped }) => showSkipped(skipped), toastError)
  }
  await invalidateAppointments()
}

function showSkipped(skipped: Statuses['skipped']): void {
  if (skipped[0]) toast(t('batch.skippedBecause', { count: skipped.length, why: skipped[0].message }), { type: 'error' })
}

const doneTexts: Partial<Record<AppointmentStatus, MessageId>> = {
  booked: 'appointmentStatus.changed.booked',
  arrived: 'appointmentStatus.changed.arrived',
  fulfilled: 'appointmentStatus.changed.fulfilled',
  noshow: 'appointmentStatus.changed.noshow',
  cancelled: 'appointmentStatus.changed.cancelled',
  'entered-in-error': 'appointmentStatus.changed.enteredInError',
}
