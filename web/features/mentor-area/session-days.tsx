import type { MentorSession } from '#contract/mentors.ts'
import { sayDate } from '../../lib/time.ts'
import styles from './mentor-area.module.css'
import { SessionCard } from './session-card.tsx'

/** Sessions under their days, in the order they come. */
export function SessionDays({ days }: { days: readonly { date: string; schedules: readonly MentorSession[] }[] }) {
  return days.map(({ date, schedules }) => (
    <section key={date} className={styles.day} aria-label={sayDate(date)}>
      <h3 className={styles.dayTitle}>{sayDate(date)}</h3>
      <ul className={`${styles.list} ${styles.twoColumns}`}>
        {schedules.map(session => (
          <SessionCard key={session.id} session={session} />
        ))}
      </ul>
    </section>
  ))
}
