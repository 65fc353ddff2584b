import type { MentorSession } from '#contract/mentors.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import styles from './mentor-area.module.css'
import { SessionRows } from './session-rows.tsx'

interface SessionDaysProps {
  days: readonly { date: string; schedules: readonly MentorSession[] }[]
  /** Number of days shown before "show more". */
  first: number
}

/** Sessions grouped by day, in the given order. */
export function SessionDays({ days, first }: SessionDaysProps) {
  const [all, setAll] = useState(false)
  const more = days.length - first
  return (
    <>
      {days.slice(0, all ? undefined : first).map(({ date, schedules }) => (
        <section key={date} className={styles.day} aria-label={formatDate(date)}>
          <h3 className={styles.dayTitle}>{formatDate(date)}</h3>
          <SessionRows sessions={schedules} />
        </section>
      ))}
      {!all && more > 0 && (
        <p>
          <Button onClick={() => setAll(true)}>{t('mentorArea.showAll', { count: more })}</Button>
        </p>
      )}
    </>
  )
}
