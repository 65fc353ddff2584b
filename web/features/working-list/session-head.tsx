import type { Schedule } from '#contract/schedules.ts'
import type { ReactNode } from 'react'
import { differsInVisitorZone, formatZone } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { Occupancy } from '../schedules/occupancy.tsx'
import { ScheduleStatus } from '../schedules/schedule-status.tsx'
import styles from './working-list.module.css'

/** The session's facts and occupancy. */
export function SessionHead({ schedule, children }: { schedule: Schedule; children?: ReactNode }) {
  const { support_type, place, starts_at, time_zone, mentors, seats } = schedule
  return (
    <Card edge={support_type.colour}>
      <div className={styles.session}>
        <div className={styles.sessionWhat}>
          <p className={styles.line}>
            <strong>{place.name}</strong>
            <ScheduleStatus schedule={schedule} />
          </p>
          <p className="soft small">
            {mentors.map(({ name }) => name).join(', ')}
            {differsInVisitorZone(starts_at, time_zone) && ` · ${formatZone(time_zone)}`}
          </p>
        </div>
        <div className={styles.sessionFacts}>
          <Occupancy seats={seats} />
          {children}
        </div>
      </div>
    </Card>
  )
}
