import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { differsInVisitorZone, formatDate, formatTimes, formatZone } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { groupByDay } from './group-by-day.ts'
import { MentorFaces } from './mentor-faces.tsx'
import { Occupancy } from './occupancy.tsx'
import { ScheduleActions } from './schedule-actions.tsx'
import { ScheduleStatus } from './schedule-status.tsx'
import styles from './schedules.module.css'

/** Schedules on a phone: cards by day. `shown`: the id of the one to highlight. */
export function ScheduleCards({ schedules, shown }: { schedules: readonly Schedule[]; shown?: string | undefined }) {
  return (
    <div className={styles.days} role="group" aria-label={t('schedules.caption')}>
      {groupByDay(schedules).map(({ date, schedules: cards }) => (
        <section key={date} className={styles.day} aria-label={formatDate(date)}>
          <h2 className={styles.dayTitle}>{formatDate(date)}</h2>
          <ul className={styles.cards}>
            {cards.map(schedule => (
              <ScheduleCard key={schedule.id} schedule={schedule} shown={schedule.id === shown} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ScheduleCard({ schedule, shown }: { schedule: Schedule; shown: boolean }) {
  const { support_type, place, mentors, seats, starts_at, ends_at, time_zone } = schedule
  return (
    <Card as="li" edge={support_type.colour} current={shown}>
      <div className={styles.cardHead}>
        <div>
          <p className={styles.times}>
            {formatTimes(starts_at, ends_at, time_zone)}
            {differsInVisitorZone(starts_at, time_zone) && <span className="soft small"> {formatZone(time_zone)}</span>}
          </p>
          <p className="small">
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
          </p>
          <p className="soft small">{place.name}</p>
        </div>
        <ScheduleStatus schedule={schedule} />
      </div>
      <MentorFaces mentors={mentors} />
      <div className={styles.cardFoot}>
        <Occupancy seats={seats} />
        <ScheduleActions schedule={schedule} />
      </div>
    </Card>
  )
}
