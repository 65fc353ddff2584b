import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { formatShortDay } from '../../lib/time.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './desk-appointment.module.css'

/** Number of earlier appointments shown. */
const maxAppointments = 5

/** The client and their earlier appointments. */
export function ClientCard({ appointment: { id, user } }: { appointment: Appointment }) {
  const query = useQuery({
    ...queryOptionsOf('GET /api/previous-history', { query: { user_id: user.id } }),
    enabled: can('Appointment List'),
  })
  const others = (query.data?.appointments ?? []).filter(other => other.id !== id).slice(0, maxAppointments)
  return (
    <Card as="section" label={t('deskAppointment.client')}>
      <div className={styles.client}>
        <PrivateAvatar name={user.name} photo={user.photo} size="medium" />
        <div>
          <h2 className={styles.title}>{can('User List') ? <Link to={paths.user(user.id)}>{user.name}</Link> : user.name}</h2>
          {user.phone ? (
            <a href={`tel:${user.phone}`} className="tabular">
              {formatPhone(user.phone)}
            </a>
          ) : (
            <span className="soft">{t('personPicker.noPhone')}</span>
          )}
        </div>
      </div>
      {query.data && others.length === 0 && <p className="soft small">{t('deskAppointment.firstTime')}</p>}
      {others.length > 0 && (
        <ul className={styles.others} aria-label={t('deskAppointment.others')}>
          {others.map(other => (
            <li key={other.id}>
              <Link to={can('Appointment Edit') ? paths.appointmentEdit(other.schedule_id, other.id) : paths.questionPrint(other.id)}>
                {formatShortDay(other.starts_at, other.time_zone)}
              </Link>
              <span className="soft">{other.support_type.name}</span>
              <StatusBadge status={other.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
