import type { MentorSession } from '#contract/mentors.ts'
import { t } from '../../lib/messages.ts'
import styles from './mentor-area.module.css'

/** The mentor's own figures of a session. */
export function Figures({ session: { counts, availability, status } }: { session: MentorSession }) {
  const { pending, booked, arrived, fulfilled, noshow, free, to_review } = counts
  const past = availability === 'past'
  const all = pending + booked + arrived + fulfilled + noshow
  const figures = [
    { text: t(past ? 'mentorArea.came' : 'mentorArea.comes', { count: past ? fulfilled + arrived : all }), strong: true },
    pending > 0 && { text: t('mentorArea.pending', { count: pending }) },
    arrived > 0 && !past && { text: t('mentorArea.arrived', { count: arrived }) },
    fulfilled > 0 && !past && { text: t('mentorArea.done', { count: fulfilled }) },
    noshow > 0 && { text: t('mentorArea.noshow', { count: noshow }) },
    free > 0 && !past && status !== 'cancelled' && { text: t('mentorArea.free', { count: free }) },
    to_review > 0 && { text: t('mentorArea.toReview', { count: to_review }) },
  ].filter(figure => figure !== false)
  return (
    <ul className={styles.figures} aria-label={t('mentorArea.figures')}>
      {figures.map(({ text, strong }) => (
        <li key={text} className={strong ? styles.strong : 'soft'}>
          {text}
        </li>
      ))}
    </ul>
  )
}
