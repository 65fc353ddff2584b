import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { differsInVisitorZone, formatDate, formatTimes, formatZone } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { SelectRow } from './bulk/select-row.tsx'
import { DayHoliday } from './day-holiday.tsx'
import { groupByDay } from './group-by-day.ts'
import { MentorFaces } from './mentor-faces.tsx'
import { Occupancy } from './occupancy.tsx'
import { ScheduleActions } from './schedule-actions.tsx'
import { ScheduleStatus } from './schedule-status.tsx'
import styles from './schedules.module.css'
import type { HolidayOf } from './use-holidays.ts'

interface ScheduleCardsProps {
  schedules: readonly Schedule[]
  shown?: string | undefined
  /** Null where sessions are not selected. */
  selection?: RowSelection<Schedule> | null
  holidayOf?: HolidayOf | undefined
}

/** Schedules on a phone: cards by day. `shown`: the id of the one to highlight. */
export function ScheduleCards({ schedules, shown, selection = null, holidayOf }: ScheduleCardsProps) {
  return (
    <div className={styles.days} role="group" aria-label={t('schedules.caption')}>
      {groupByDay(schedules).map(({ date, schedules: cards }) => (
        <section key={date} className={styles.day} aria-label={formatDate(date)}>
          <h2 className={styles.dayTitle}>
            {formatDate(date)} <DayHoliday date={date} schedules={cards} holidayOf={holidayOf} />
          </h2>
          <ul className={styles.cards}>
            {cards.map(schedule => (
              <ScheduleCard key={schedule.id} schedule={schedule} shown={schedule.id === shown} selection={selection} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface ScheduleCardProps {
  schedule: Schedule
  shown: boolean
  selection: RowSelection<Schedule> | null
}

function ScheduleCard({ schedule, shown, selection }: ScheduleCardProps) {
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
        <div className={styles.cardState}>
          <ScheduleStatus schedule={schedule} />
          {selection && <SelectRow schedule={schedule} selection={selection} />}
        </div>
      </div>
      <MentorFaces mentors={mentors} />
      <div className={styles.cardFoot}>
        <Occupancy seats={seats} />
        <ScheduleActions schedule={schedule} listsAppointments />
      </div>
    </Card>
  )
}
