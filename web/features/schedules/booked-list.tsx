import { formatReference } from '#domain/booking/reference.ts'
import { t } from '../../lib/messages.ts'
import { formatTime } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import styles from './booked-list.module.css'
import type { OpenedSchedule } from './schedule-values.ts'
import { Occupancy } from './occupancy.tsx'

/** The clients booked in a session, by time. */
export function BookedList({ booked, schedule }: Pick<OpenedSchedule, 'booked' | 'schedule'>) {
  return (
    <Card as="section" label={t('scheduleEdit.booked')}>
      <h2 className={styles.title}>{t('scheduleEdit.booked')}</h2>
      <Occupancy seats={schedule.seats} />
      {booked.length === 0 && <p className="soft small">{t('scheduleEdit.noBookings')}</p>}
      {booked.length > 0 && (
        <ol className={styles.list} aria-label={t('scheduleEdit.booked')}>
          {booked.map(({ appointment_id, reference, name, starts_at, mentor }) => (
            <li key={appointment_id}>
              <span className={styles.time}>{formatTime(starts_at, schedule.time_zone)}</span>
              <div>
                <span className={styles.name}>{name}</span>
                <span className={styles.more}>
                  {formatReference(reference)}
                  {schedule.mentors.length > 1 && ` · ${mentor.name}`}
                </span>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
