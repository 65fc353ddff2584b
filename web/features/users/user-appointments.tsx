import type { Appointment } from '#contract/appointments.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { Link } from '../../ui/link.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './users.module.css'

/** A person's appointments, newest first, and their recent missed ones. */
export function UserAppointments({ id }: { id: string }) {
  const [params] = useSearchParams<'user'>()
  const limit = useSite()?.policies.missed_limit
  const page = Math.max(1, Number(params.page) || 1)
  const query = useQuery({
    ...queryOptionsOf('GET /api/my-profile', { query: { profileId: id, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.section} aria-labelledby="user-appointments">
      <h2 id="user-appointments">{t('user.appointments')}</h2>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4.5rem" />}>
        {({ appointments: { data, meta }, missed_recently }) => (
          <>
            {missed_recently > 0 && (
              <Notice kind={limit !== undefined && missed_recently >= limit ? 'warning' : 'info'}>
                <p>
                  {t('user.missed', { count: missed_recently })}
                  {limit !== undefined && missed_recently >= limit && ` ${t('user.missedTooMany')}`}
                </p>
              </Notice>
            )}
            {data.length === 0 ? (
              <p className="soft">{t('user.noAppointments')}</p>
            ) : (
              <ul className={`${styles.rows} ${styles.sheet}`}>
                {data.map(appointment => (
                  <Row key={appointment.id} appointment={appointment} />
                ))}
              </ul>
            )}
            <Pager meta={meta} />
          </>
        )}
      </Loaded>
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
        {can('Appointment Edit') ? <Link to={paths.appointmentEdit(schedule_id, id)}>{when}</Link> : <span>{when}</span>}
        <p className="soft small">
          <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · {mentor.name} · {place.name}
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}
