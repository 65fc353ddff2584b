import type { Appointment } from '#contract/appointments.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast.ts'

/** The appointment as a file for the device's calendar. Reading it takes the token, so it is fetched and then handed over. */
export function AddToCalendar({ appointment: { id, reference } }: { appointment: Appointment }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      hand(await call('GET /api/appointments/{id}/calendar', { params: { id } }), t('booking.done.calendarFile', { reference }))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      kind="primary"
      busy={busy}
      icon={<IconCalendarPlus size={20} stroke={1.7} aria-hidden="true" />}
      onClick={() => void download()}
    >
      {t('booking.done.calendar')}
    </Button>
  )
}

function hand(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
