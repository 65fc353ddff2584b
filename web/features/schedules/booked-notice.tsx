import { formatReference } from '#domain/booking/reference.ts'
import type { Problem } from '#contract/problem.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './schedules.module.css'
import { formatDateTimeThere } from '../../lib/time.ts'

interface BookedNoticeProps {
  booked: NonNullable<Problem['booked']>
  zone: string
  /** Another way. */
  children?: ReactNode
}

/** A change was refused because of booked clients: who they are, and what to do. */
export function BookedNotice({ booked, zone, children }: BookedNoticeProps) {
  return (
    <Notice kind="error" alert>
      <p>
        <strong>{t('scheduleEdit.hasBookings')}</strong>
      </p>
      <ul className={styles.reasons}>
        {booked.map(({ appointment_id, reference, name, starts_at }) => (
          <li key={appointment_id}>
            <span className="tabular">{formatDateTimeThere(starts_at, zone)}</span>{' '}
            {t('scheduleEdit.bookedLine', { name, reference: formatReference(reference) })}
          </li>
        ))}
      </ul>
      <p>{t('scheduleEdit.hasBookingsHelp')}</p>
      {children}
    </Notice>
  )
}
