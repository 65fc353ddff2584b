import type { ClosedDay, TimeOff } from '#contract/absences.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { formatTimeOff } from '../absences/format-absence.ts'
import { formatDate } from '../../lib/time.ts'
import styles from './week-absences.module.css'

/** The absences and closed days of a week as text, for phones, which have no grid. */
export function WeekAbsences({ closed, off }: { closed: readonly ClosedDay[]; off: readonly TimeOff[] }) {
  if (closed.length + off.length === 0) return null
  return (
    <aside className={styles.absences} aria-label={t('week.absences')}>
      <ul className={styles.list}>
        {closed.map(({ id, place, date, reason }) => (
          <li key={id}>
            <strong>{t('week.placeClosed', { place: place.name })}</strong> {[formatDate(date), reason].filter(Boolean).join(' · ')}
          </li>
        ))}
        {off.map(each => (
          <li key={each.id}>
            <strong>{t('week.mentorAway', { name: each.mentor.name })}</strong> {formatTimeOff(each)}
          </li>
        ))}
      </ul>
      <Link to={paths.absences()}>{t('absences.title')}</Link>
    </aside>
  )
}
