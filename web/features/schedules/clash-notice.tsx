import type { Clash } from '#contract/problem.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatDay } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatClash } from './format-clash.ts'
import styles from './schedules.module.css'

/** A save was refused: which mentors are busy, when and why. */
export function ClashNotice({ clashes }: { clashes: readonly Clash[] }) {
  return (
    <Notice kind="error" alert>
      <p>
        <strong>{t('scheduleConflict.title')}</strong>
      </p>
      <ul className={styles.reasons}>
        {clashes.map(clash => (
          <li key={`${clash.mentor.id} ${clash.starts_at} ${clash.reason}`}>
            {`${formatDay(clash.starts_at, clash.time_zone)}: ${formatClash(clash)}`}{' '}
            {clash.schedule_id && can('Schedule Edit') && (
              <Link to={paths.scheduleEdit(clash.schedule_id)} target="_blank">
                {t('scheduleConflict.open')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
