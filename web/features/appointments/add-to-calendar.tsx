import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { openFile, saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './appointments.module.css'
import { calendarLinks } from './calendar-links.ts'

interface AddToCalendarProps {
  appointment: Pick<Appointment, 'id' | 'reference'>
  /** Emphasised on the confirmation page, where it is the next action. */
  primary?: boolean
}

/** Fetches the calendar file. Not a plain link: the call needs the user's token. */
function useCalendarFile(id: string) {
  const [busy, setBusy] = useState(false)
  const use = async (onFile: (file: Blob) => void) => {
    setBusy(true)
    try {
      onFile(await call('GET /api/appointments/{id}/calendar', { params: { id } }))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, use }
}

/** Downloads the appointment as a calendar file. */
export function AddToCalendar({ appointment: { id, reference }, primary = false }: AddToCalendarProps) {
  const { busy, use } = useCalendarFile(id)
  const save = (file: Blob) => {
    saveFile(file, t('appointment.calendarFile', { reference: formatReference(reference) }))
    toast(t('appointment.calendarDone'), { type: 'success' })
  }
  return (
    <Button
      kind={primary ? 'primary' : 'quiet'}
      busy={busy}
      icon={<IconCalendarPlus size={20} stroke={1.7} aria-hidden="true" />}
      onClick={() => void use(save)}
    >
      {t('appointment.calendar')}
    </Button>
  )
}

/** Adds the appointment to a calendar in one tap. Apple's opens the file by itself. */
export function CalendarLinks({ appointment }: { appointment: Appointment }) {
  const { busy, use } = useCalendarFile(appointment.id)
  const { google, outlook } = calendarLinks(appointment, { title: t('appointment.calendarTitle'), origin: location.origin })
  const links = [
    { to: google, label: t('appointment.calendarGoogle') },
    { to: outlook, label: t('appointment.calendarOutlook') },
  ]
  return (
    <div className={`${styles.calendars} no-print`}>
      <span className="soft">{t('appointment.calendarOr')}</span>
      <ul aria-label={t('appointment.calendarLinks')}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <a href={to} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
        <li>
          <Button kind="plain" busy={busy} onClick={() => void use(openFile)}>
            {t('appointment.calendarApple')}
          </Button>
        </li>
      </ul>
    </div>
  )
}
