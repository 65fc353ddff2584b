import type { Appointment } from '#contract/appointments.ts'
import { useEffect, useState } from 'react'
import { call, queryKeyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { toast } from '../../ui/toast.ts'

/**
 * The form that cancels the user's own appointment. If the appointment has changed (`stale`,
 * `bad_transition`, `too_late`), it is refetched, `changed` is true, and the next attempt uses the new
 * version. The page behind the dialog follows when it closes: there the appointment may no longer have a place for one.
 */
export function useCancelForm(opened: Appointment, onCancelled: (appointment: Appointment) => void) {
  const [appointment, setAppointment] = useState(opened)
  const [changed, setChanged] = useState(false)

  useEffect(
    () => () => {
      if (!changed) return
      for (const name of ['GET /api/my-profile', 'GET /api/appointments/{id}'] as const)
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(name) })
    },
    [changed],
  )

  const finish = (cancelled: Appointment) => {
    void queryClient.invalidateQueries()
    onCancelled(cancelled)
  }

  const readAgain = async () => {
    const { appointment: newest } = await call('GET /api/appointments/{id}', { params: { id: opened.id } })
    if (newest.status === 'cancelled') return finish(newest)
    setAppointment(newest)
    setChanged(true)
  }

  const form = useForm({
    initial: { reason: '' },
    submit: async ({ reason }) => {
      try {
        const body = { revision: appointment.revision, ...(reason.trim() && { reason }) }
        finish(await call('POST /api/appointments/{id}/cancel', { params: { id: opened.id }, body }))
        const { starts_at, time_zone } = appointment
        toast(t('cancelling.done', { when: formatDateTimeThere(starts_at, time_zone) }), { type: 'success' })
      } catch (error) {
        if (isRefusal(error, 'stale') || isRefusal(error, 'bad_transition') || isRefusal(error, 'too_late')) return readAgain()
        throw error
      }
    },
  })
  return { appointment, changed, form }
}
