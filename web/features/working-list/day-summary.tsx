import { appointmentStatuses } from '#domain/booking/status.ts'
import { formatNumber } from '../../lib/format-values.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './working-list.module.css'

type Day = ResponseBody<'GET /api/appointments'>

/** Number of clients by status, and of requests by mentor. */
export function DaySummary({ day: { data, requested_mentors }, narrowed }: { day: Day; narrowed: boolean }) {
  const counts = appointmentStatuses
    .map(status => ({ status, count: data.filter(appointment => appointment.status === status).length }))
    .filter(({ count }) => count > 0)
  return (
    <>
      {!narrowed && counts.length > 0 && (
        <ul className={styles.counts} aria-label={t('workingList.counts')}>
          {counts.map(({ status, count }) => (
            <li key={status}>
              <span className={styles.count}>{formatNumber(count)}</span> <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
      {requested_mentors.length > 0 && (
        <p className="small">
          <span className="soft">{t('workingList.asked')} </span>
          <span className="tabular">
            {requested_mentors.map(({ mentor, count }) => t('workingList.askedTimes', { name: mentor.name, count })).join(', ')}
          </span>
        </p>
      )}
    </>
  )
}
