import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { useProfileAppointments } from '../appointments/profile-appointments.ts'
import styles from './users.module.css'

/** Leads the record: the appointment that the person comes to next. */
export function NextAppointment({ id }: { id: string }) {
  const query = useProfileAppointments({ profileId: id })
  // The list of appointments says what went wrong.
  if (!query.data) return query.isError ? null : <ListSkeleton rows={1} height="9rem" />
  const { upcoming, meta } = query.data
  if (upcoming[0]) return <Next appointment={upcoming[0]} />
  return <p className="soft">{t(meta.total === 0 ? 'user.noAppointments' : 'user.noNext')}</p>
}

function Next({ appointment }: { appointment: Appointment }) {
  const { id, schedule_id, support_type, mentor, place, starts_at, ends_at, time_zone, status } = appointment
  return (
    <Card as="section" edge={support_type.colour} label={t('user.next')}>
      <div className={styles.nextHead}>
        <h2 className={styles.title}>{t('user.next')}</h2>
        <StatusBadge status={status} />
      </div>
      <p className={styles.nextWhen}>
        <DateTime starts={starts_at} ends={ends_at} zone={time_zone} />
      </p>
      <div className={styles.nextHead}>
        <p>
          <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · <bdi>{mentor.name}</bdi> · <bdi>{place.name}</bdi>
        </p>
        {can('Appointment Edit') && (
          <ButtonLink to={paths.appointmentEdit(schedule_id, id)} small>
            {t('user.openNext')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
