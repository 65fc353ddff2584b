import type { Dashboard } from '#contract/dashboard.ts'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { AppointmentRows } from './appointment-rows.tsx'
import styles from './overview.module.css'

/** The next clients, those who have arrived, and the figures of the day. */
export function TodaySection({ today, free, date }: { today: NonNullable<Dashboard['today']>; free: number | null; date: string }) {
  const { next, to_come, arrived, took_place, missed } = today
  const counts = [
    [to_come, t('dashboard.toCome')],
    [arrived, t('dashboard.arrived')],
    [took_place, t('dashboard.tookPlace')],
    [missed, t('dashboard.missedToday')],
  ] as const
  return (
    <section className={styles.section} aria-labelledby="dashboard-today">
      <div className={styles.head}>
        <h2 id="dashboard-today">{t('dashboard.today')}</h2>
        <ul className={styles.counts}>
          {counts.map(([count, label]) => (
            <li key={label}>
              <Link to={paths.dashboardList('today')}>
                <strong>{formatNumber(count)}</strong> {label}
              </Link>
            </li>
          ))}
          {free !== null && (
            <li>
              <Link to={paths.schedules({ from: date, to: date })}>
                <strong>{formatNumber(free)}</strong> {t('dashboard.free')}
              </Link>
            </li>
          )}
        </ul>
      </div>
      {next.length > 0 ? (
        <div className={styles.container}>
          <AppointmentRows label={t('dashboard.next')} appointments={next} />
        </div>
      ) : (
        <p className={styles.calm}>{t('dashboard.noneNext')}</p>
      )}
    </section>
  )
}
