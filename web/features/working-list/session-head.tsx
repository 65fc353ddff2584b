import type { Schedule } from '#contract/schedules.ts'
import type { ReactNode } from 'react'
import { formatRange } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { Occupancy } from '../schedules/occupancy.tsx'
import { ScheduleStatus } from '../schedules/schedule-status.tsx'
import styles from './working-list.module.css'

/** The session's facts and occupancy. */
export function SessionHead({ schedule, children }: { schedule: Schedule; children?: ReactNode }) {
  const { support_type, place, starts_at, ends_at, time_zone, seats } = schedule
  return (
    <Card edge={support_type.colour}>
      <div className={styles.session}>
        <div className={styles.sessionWhat}>
          <p className={styles.line}>
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
            <ScheduleStatus schedule={schedule} />
          </p>
          <p className={styles.when}>{formatRange(starts_at, ends_at, time_zone)}</p>
          <p className="soft small">{place.name}</p>
        </div>
        <div className={styles.sessionFacts}>
          <Occupancy seats={seats} />
          {children}
        </div>
      </div>
    </Card>
  )
}
