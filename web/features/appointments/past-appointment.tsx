import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSite } from '../../lib/site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { ContactLine } from '../booking/contact-line.tsx'
import styles from './appointments.module.css'
import { BookAgain } from './book-again.tsx'
import { FeedbackLink } from './feedback-link.tsx'

/** A past or cancelled appointment with its outcome and a link to book again. */
export function PastAppointment({ appointment }: { appointment: Appointment }) {
  const { id, support_type, mentor, starts_at, time_zone, status } = appointment
  return (
    <li className={styles.pastRow}>
      <Avatar name={mentor.name} photo={mentor.photo} />
      <div className={styles.pastText}>
        <h3 className={styles.pastWhen}>
          <Link to={paths.myAppointment(id)}>
            <DateTime starts={starts_at} zone={time_zone} />
          </Link>
        </h3>
        <div className={styles.pastWhat}>
          <p className="small">
            <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · <bdi>{mentor.name}</bdi>
          </p>
          <StatusBadge status={status} />
        </div>
        <OutcomeNote appointment={appointment} />
      </div>
      <div className={styles.pastSide}>
        <FeedbackLink appointment={appointment} />
        <BookAgain appointment={appointment} short />
      </div>
    </li>
  )
}

/** Explains an appointment that did not take place, without reproach. */
export function OutcomeNote({ appointment: { status, cancelled } }: { appointment: Appointment }) {
  const contact = useSite()?.contact
  if (status === 'noshow') {
    return (
      <p className="soft small">
        {t('myAppointments.missed')} <ContactLine contact={contact} />
      </p>
    )
  }
  if (!cancelled) return null
  return (
    <p className="soft small">
      {t(cancelled.by === 'client' ? 'myAppointments.cancelledByYou' : 'myAppointments.cancelledByUs')}
      {cancelled.reason && ` ${t('myAppointments.reason', { reason: cancelled.reason })}`}
    </p>
  )
}
