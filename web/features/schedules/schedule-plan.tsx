import type { Schedule } from '#contract/schedules.ts'
import type { ReactNode } from 'react'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime, formatRange, formatZone } from '../../lib/time.ts'
import { formatMinutes } from '../../lib/duration.ts'
import { Card } from '../../ui/card.tsx'
import styles from './schedule-plan.module.css'

/** A session that can no longer be changed. */
export function SchedulePlan({ schedule }: { schedule: Schedule }) {
  const { support_type, place, starts_at, ends_at, time_zone, slot_minutes, break_minutes, seats_per_slot, mentors } = schedule
  return (
    <Card>
      <dl className={styles.plan}>
        <Fact label={t('scheduleForm.supportType')}>{support_type.name}</Fact>
        <Fact label={t('scheduleForm.place')}>{`${place.name} · ${formatZone(time_zone)}`}</Fact>
        <Fact label={t('scheduleForm.when')}>{formatRange(starts_at, ends_at, time_zone)}</Fact>
        <Fact label={t('scheduleForm.slots')}>
          {t('scheduleEdit.slots', { minutes: formatMinutes(slot_minutes), seats: seats_per_slot })}
          {schedule.interpreted && ` · ${t('scheduleForm.interpreted')}`}
        </Fact>
        {break_minutes > 0 && <Fact label={t('scheduleForm.breakMinutes')}>{break_minutes}</Fact>}
        <Fact label={t('roster.title')}>{formatPlainList(mentors.map(({ name }) => name))}</Fact>
        {schedule.note && (
          <Fact label={t('scheduleForm.note')}>
            <bdi>{schedule.note}</bdi>
          </Fact>
        )}
        {schedule.booking_opens_at && <Fact label={t('scheduleForm.opens')}>{formatDateTime(schedule.booking_opens_at, time_zone)}</Fact>}
      </dl>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="soft small">{label}</dt>
    <dd className="tabular">{children}</dd>
  </div>
)
