import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'

interface AddToCalendarProps {
  appointment: Pick<Appointment, 'id' | 'reference'>
  /** Emphasised on the confirmation page, where it is the next action. */
  primary?: boolean
}

/** Downloads the appointment as a calendar file. Not a plain link: the call needs the user's token. */
export function AddToCalendar({ appointment: { id, reference }, primary = false }: AddToCalendarProps) {
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      const file = await call('GET /api/appointments/{id}/calendar', { params: { id } })
      saveFile(file, t('appointment.calendarFile', { reference: formatReference(reference) }))
      toast(t('appointment.calendarDone'), { type: 'success' })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      kind={primary ? 'primary' : 'quiet'}
      busy={busy}
      icon={<IconCalendarPlus size={20} stroke={1.7} aria-hidden="true" />}
      onClick={() => void add()}
    >
      {t('appointment.calendar')}
    </Button>
  )
}
