import { isOpen } from '#domain/booking/status.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { AppointmentMessages } from '../messages/appointment-messages.tsx'
import { ClientCard } from './client-card.tsx'
import { DeskHead } from './desk-head.tsx'
import { DeskHistory } from './desk-history.tsx'
import styles from './desk-appointment.module.css'
import { InterpreterSection } from './interpreter-section.tsx'
import { MoveSection } from './move-section.tsx'
import type { OpenedAppointment } from './opened-appointment.ts'
import { PaymentSection } from './payment-section.tsx'
import { QuestionsSection } from './questions-section.tsx'

/** One appointment for staff: status, actions, client and history. */
export function DeskAppointment({ opened }: { opened: OpenedAppointment }) {
  const { appointment, history } = opened
  const editable = appointment.can.edit === true
  return (
    <>
      <DeskHead appointment={appointment} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {isOpen(appointment.status) && <MoveSection opened={opened} />}
          <QuestionsSection appointment={appointment} editable={editable} />
          <InterpreterSection appointment={appointment} editable={editable} />
          <PaymentSection appointment={appointment} editable={editable} />
        </div>
        <div className={styles.aside}>
          <ClientCard appointment={appointment} />
          <Card as="section" label={t('deskHistory.title')}>
            <h2 className={styles.title}>{t('deskHistory.title')}</h2>
            <DeskHistory steps={history} appointment={appointment} />
          </Card>
          {can('Appointment List') && (
            <Card as="section" label={t('messages.ofAppointment')}>
              <h2 className={styles.title}>{t('messages.ofAppointment')}</h2>
              <AppointmentMessages appointmentId={appointment.id} />
            </Card>
          )}
          {can('Feedback List') && (
            <Link to={paths.appointmentFeedbacks(appointment.schedule_id, appointment.id)}>{t('deskAppointment.feedback')}</Link>
          )}
        </div>
      </div>
    </>
  )
}
