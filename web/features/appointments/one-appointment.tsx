import type { ResponseBody } from '../../lib/api.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { AppointmentHistory } from './appointment-history.tsx'
import styles from './appointments.module.css'
import { BookAgain } from './book-again.tsx'
import { OutcomeNote } from './past-appointment.tsx'
import { FeedbackLink } from './feedback-link.tsx'
import { isUpcoming } from './split-appointments.ts'
import { SentMessages } from './sent-messages.tsx'

/** One appointment with its actions and history. */
export function OneAppointment({ appointment, history }: Pick<ResponseBody<'GET /api/appointments/{id}'>, 'appointment' | 'history'>) {
  const [cancelledHere, setCancelledHere] = useState(false)
  const { support_type, starts_at, ends_at, time_zone, status } = appointment
  const [now] = useState(Date.now)
  const ahead = isUpcoming(appointment, now)
  return (
    <>
      <Card edge={support_type.colour}>
        <header className={styles.head}>
          <div className={styles.kind}>
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
            <StatusBadge status={status} />
          </div>
          <h2 className={styles.when}>
            <DateTime starts={starts_at} ends={ends_at} zone={time_zone} />
          </h2>
          {status === 'pending' && <p className="soft small">{t('myAppointments.pendingHint')}</p>}
          <OutcomeNote appointment={appointment} />
        </header>
        <AppointmentFacts appointment={appointment} over={!ahead} />
        {ahead || cancelledHere ? (
          <AppointmentActions appointment={appointment} onCancelled={() => setCancelledHere(true)} />
        ) : (
          <div className={styles.actions}>
            <FeedbackLink appointment={appointment} />
            <BookAgain appointment={appointment} />
          </div>
        )}
      </Card>
      <section className={styles.section} aria-labelledby="history">
        <h2 id="history">{t('myAppointment.history')}</h2>
        <AppointmentHistory steps={history} ownId={appointment.user.id} />
      </section>
      <SentMessages appointmentId={appointment.id} />
    </>
  )
}
