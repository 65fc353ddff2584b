import type { Appointment } from '#contract/appointments.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './appointments.module.css'
import { BookAgain } from './book-again.tsx'

/** Replaces the actions of a cancelled appointment, and takes the focus of the button that is gone. */
export function CancelledNotice({ appointment }: { appointment: Appointment }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.actionsBlock}>
      <Notice kind="success">
        <p>{t('cancelling.doneHere')}</p>
      </Notice>
      <div className={styles.actions}>
        <BookAgain appointment={appointment} />
      </div>
    </div>
  )
}
