import type { Appointment } from '#contract/appointments.ts'
import { holdsSeat } from '#domain/booking/status.ts'
import { t } from '../../lib/messages.ts'
import { formatTimes } from '../../lib/time.ts'
import { StatusActions } from '../appointments/status-actions.tsx'
import type { DayRow } from './day-rows.ts'
import { ClientLine, FreeSeats, MentorLine, QuestionsLink, StateLine } from './row-parts.tsx'
import styles from './working-list.module.css'

/** The working list on a phone: a card per seat. */
export function DayCards({ rows, zone, next }: { rows: readonly DayRow[]; zone: string; next: string | null }) {
  return (
    <ul className={`${styles.cards} no-print`} aria-label={t('workingList.caption')}>
      {rows.map(row =>
        row.kind === 'free' ? (
          <li key={`${row.starts_at} ${row.slot.mentor.id}`} className={styles.freeCard}>
            <span className={styles.time}>{formatTimes(row.slot.starts_at, row.slot.ends_at, zone)}</span>
            <FreeSeats slot={row.slot} zone={zone} />
            <span className={styles.second}>{row.slot.mentor.name}</span>
          </li>
        ) : (
          <PersonCard key={row.appointment.id} appointment={row.appointment} zone={zone} next={row.appointment.id === next} />
        ),
      )}
    </ul>
  )
}

function PersonCard({ appointment, zone, next }: { appointment: Appointment; zone: string; next: boolean }) {
  const { serial, starts_at, ends_at, status } = appointment
  const over = !holdsSeat(status)
  return (
    <li className={[styles.card, over && styles.over, next && styles.nextRow].filter(Boolean).join(' ')}>
      <div className={styles.cardHead}>
        <span className={styles.time}>{formatTimes(starts_at, ends_at, zone)}</span>
        <span className="soft small tabular">{t('workingList.serialOf', { serial })}</span>
      </div>
      <ClientLine appointment={appointment} />
      <div className={styles.cardLine}>
        <MentorLine appointment={appointment} />
        <QuestionsLink appointment={appointment} />
      </div>
      <StateLine appointment={appointment} next={next} />
      <StatusActions appointment={appointment} />
    </li>
  )
}
