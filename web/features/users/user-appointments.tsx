import type { Appointment } from '#contract/appointments.ts'
import { useId, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { useProfileAppointments } from '../appointments/profile-appointments.ts'
import styles from './users.module.css'

/** The appointments after the next one, those that are over, and last what was cancelled ahead of its time. */
export function UserAppointments({ id }: { id: string }) {
  const limit = useSite()?.policies.missed_limit
  const [now] = useState(Date.now)
  const query = useProfileAppointments({ profileId: id })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4.5rem" />}>
      {({ profile: { missed_recently }, upcoming: [, ...later], past, meta }) => {
        const isAhead = ({ starts_at }: Appointment) => Date.parse(starts_at) > now
        return (
          <>
            {missed_recently > 0 && (
              <Notice kind={limit !== undefined && missed_recently >= limit ? 'warning' : 'info'}>
                <p>
                  {t('user.missed', { count: missed_recently })}
                  {limit !== undefined && missed_recently >= limit && ` ${t('user.missedTooMany')}`}
                </p>
              </Notice>
            )}
            <Appointments title={t('user.later')} appointments={later} />
            <Appointments title={t('user.past')} appointments={past.filter(appointment => !isAhead(appointment))} />
            <Appointments title={t('user.cancelledAhead')} appointments={past.filter(isAhead)} />
            <Pager meta={meta} />
          </>
        )
      }}
    </Loaded>
  )
}

function Appointments({ title, appointments }: { title: string; appointments: readonly Appointment[] }) {
  const id = useId()
  if (appointments.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={`${styles.rows} ${styles.sheet}`}>
        {appointments.map(appointment => (
          <Row key={appointment.id} appointment={appointment} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  appointment: { id, schedule_id, support_type, mentor, place, starts_at, time_zone, status },
}: {
  appointment: Appointment
}) {
  const when = <DateTime starts={starts_at} zone={time_zone} />
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        {can('Appointment Edit') ? (
          <Link to={paths.appointmentEdit(schedule_id, id)} className="tappable">
            {when}
          </Link>
        ) : (
          <span>{when}</span>
        )}
        <p className="soft small">
          <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · <bdi>{mentor.name}</bdi> · <bdi>{place.name}</bdi>
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}
