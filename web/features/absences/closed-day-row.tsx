import type { ClosedDay } from '#contract/absences.ts'
import { formatDate } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import styles from './absences.module.css'
import { AffectedAppointments } from './affected-appointments.tsx'
import { formatClosedDay } from './format-absence.ts'
import { ReopenDay } from './reopen-day.tsx'

/**
 * One closed day: its place, the affected appointments, and a button to reopen. `named` shows the place's name.
 */
export const ClosedDayRow = ({ day, named, onRemoved }: { day: ClosedDay; named: boolean; onRemoved: () => void }) => (
  <Card as="li">
    <div className={styles.row}>
      <div className={styles.what}>
        <div>
          <p className={styles.when}>{formatDate(day.date)}</p>
          <p className="soft small">{[named && day.place.name, day.reason].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <div className={`${styles.actions} no-print`}>
        <AffectedAppointments count={day.affected} what={formatClosedDay(day)} of={{ closed_day_id: day.id }} />
        <ReopenDay day={day} onRemoved={onRemoved} />
      </div>
    </div>
  </Card>
)
