import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { t } from '../../lib/messages.ts'
import { formatRange, formatZone, differsInVisitorZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { StatusActions } from '../appointments/status-actions.tsx'
import { MeetingLink } from '../appointments/appointment-place.tsx'
import styles from './desk-appointment.module.css'
import { Excuse } from './excuse.tsx'

/** Time, place, mentor, status and actions. */
export function DeskHead({ appointment }: { appointment: Appointment }) {
  const {
    support_type,
    status,
    starts_at,
    ends_at,
    time_zone,
    place,
    mentor,
    requested_mentor_id,
    reference,
    serial,
    cancelled,
    excused_at,
  } = appointment
  return (
    <Card edge={support_type.colour}>
      <div className={styles.head}>
        <p className={styles.line}>
          <SupportTypeMark name={support_type.name} colour={support_type.colour} />
          <StatusBadge status={status} />
          {excused_at && <Badge>{t('workingList.excused')}</Badge>}
        </p>
        <p className={styles.when}>
          {formatRange(starts_at, ends_at, time_zone)}
          {differsInVisitorZone(starts_at, time_zone) && <span className="soft small"> {formatZone(time_zone)}</span>}
        </p>
        <p className={styles.facts}>
          <span>{t('deskAppointment.with', { mentor: mentor.name, place: place.name })}</span>
          <span className="tabular">{t('deskAppointment.serial', { serial })}</span>
          <span className="tabular">{t('deskAppointment.referenceIs', { reference: formatReference(reference) })}</span>
          <span>
            {t(
              requested_mentor_id === null
                ? 'deskAppointment.askedAny'
                : requested_mentor_id === mentor.id
                  ? 'deskAppointment.askedThis'
                  : 'deskAppointment.askedOther',
            )}
          </span>
        </p>
        {place.meeting_url && <MeetingLink url={place.meeting_url} name={appointment.user.name} />}
        {cancelled && (
          <p className="soft">
            {t(cancelled.by === 'client' ? 'deskAppointment.cancelledByClient' : 'deskAppointment.cancelledByUs')}
            {cancelled.reason && ` ${t('deskHistory.reason', { reason: cancelled.reason })}`}
          </p>
        )}
      </div>
      <div className={styles.line}>
        <StatusActions appointment={appointment} show="all" />
        <Excuse appointment={appointment} />
      </div>
    </Card>
  )
}
