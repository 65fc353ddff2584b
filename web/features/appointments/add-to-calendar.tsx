import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'

/** The appointment as a calendar file. It is fetched, not linked to: the call needs the person's token. */
export function AddToCalendar({ appointment: { id, reference } }: { appointment: Pick<Appointment, 'id' | 'reference'> }) {
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      const file = await call('GET /api/appointments/{id}/calendar', { params: { id } })
      saveFile(file, t('mine.calendarFile', { reference: formatReference(reference) }))
      toast(t('mine.calendarDone'), { type: 'success' })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} icon={<IconCalendarPlus size={20} aria-hidden="true" />} onClick={() => void add()}>
      {t('mine.calendar')}
    </Button>
  )
}
