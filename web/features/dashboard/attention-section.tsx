import type { Dashboard } from '#contract/dashboard.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import styles from './overview.module.css'

/** Items that need attention; empty ones are less prominent. */
export function AttentionSection({ figures }: { figures: Dashboard }) {
  const { pending, unassigned, unclosed, waiting_list, codes_sent, calendars_failing } = figures
  const all = [
    { count: pending, label: t('dashboard.pending'), text: t('dashboard.pendingText'), to: paths.dashboardList('pending') },
    { count: unassigned, label: t('dashboard.unassigned'), text: t('dashboard.unassignedText'), to: paths.dashboardList('unassigned') },
    { count: unclosed, label: t('dashboard.unclosed'), text: t('dashboard.unclosedText'), to: paths.dashboardList('unclosed') },
    { count: waiting_list, label: t('dashboard.waitingList'), text: t('dashboard.waitingListText'), to: paths.waitingList() },
    // Omitted while zero: most organisations have none.
    ...(calendars_failing
      ? [
          {
            count: calendars_failing,
            label: t('dashboard.calendarsFailing'),
            text: t('dashboard.calendarsFailingText'),
            to: paths.absences({ view: 'calendars' }),
          },
        ]
      : []),
    ...(codes_sent
      ? [{ count: codes_sent, label: t('dashboard.codesSent'), text: t('dashboard.codesSentText'), to: paths.messages() }]
      : []),
  ].filter(({ count }) => count !== null)
  if (all.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="dashboard-attention">
      <h2 id="dashboard-attention">{t('dashboard.attention')}</h2>
      <ul className={styles.figures}>
        {all.map(({ count, label, text, to }) => (
          <li key={to}>
            <Link to={to} className={count ? `${styles.figure} ${styles.due}` : styles.figure}>
              <span className={styles.number}>{count}</span>
              <span className={styles.label}>
                {label}
                <IconArrowRight size={18} aria-hidden="true" />
              </span>
              <span className={styles.text}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
