import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { BookedList } from './booked-list.tsx'
import { EditForm } from './edit-form.tsx'
import { ScheduleHead } from './schedule-head.tsx'
import { SchedulePlan } from './schedule-plan.tsx'
import type { OpenedSchedule } from './schedule-values.ts'
import styles from './schedule-form.module.css'

/** A planned session: head, booked clients and form. A past or cancelled one is read-only. */
export function EditSchedule({ opened }: { opened: OpenedSchedule }) {
  const { schedule, booked } = opened
  const [revision, setRevision] = useState(schedule.revision)
  const [dirty, setDirty] = useState(false)
  const cancelled = schedule.status === 'cancelled'
  const over = cancelled || schedule.availability === 'past'
  return (
    <>
      <ScheduleHead opened={opened} revision={revision} dirty={dirty} over={over} onRevision={setRevision} />
      {over && (
        <Notice>
          <p>{t(cancelled ? 'scheduleEdit.isCancelled' : 'scheduleEdit.isPast')}</p>
        </Notice>
      )}
      <div className={styles.columns}>
        {over ? (
          <SchedulePlan schedule={schedule} />
        ) : (
          <EditForm key={schedule.id} opened={opened} revision={revision} onRevision={setRevision} onDirty={setDirty} />
        )}
        <div className={styles.aside}>
          <BookedList booked={booked} schedule={schedule} />
        </div>
      </div>
    </>
  )
}
