import type { Dashboard } from '#contract/dashboard.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatShortDay } from '../../lib/time.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import styles from './overview.module.css'

/** Occupancy of today and the six days after it, with links to its schedules. */
export function WeekSection({ week, today }: { week: NonNullable<Dashboard['week']>; today: string }) {
  const bars = week.map(({ date, seats, taken }) => {
    const day = formatShortDay(`${date}T12:00:00Z`, 'UTC')
    return {
      key: date,
      name: date === today ? t('dashboard.isToday', { day }) : day,
      value: seats > 0 ? taken / seats : 0,
      figure: seats > 0 ? t('dashboard.seats', { taken, seats }) : t('dashboard.noSession'),
      to: paths.schedules({ from: date, to: date }),
      current: date === today,
    }
  })
  return (
    <section className={styles.section} aria-labelledby="dashboard-week">
      <h2 id="dashboard-week">{t('dashboard.week')}</h2>
      <div className={styles.week}>
        <Bars title={t('dashboard.weekBars')} titleHidden bars={bars} full={1} />
      </div>
    </section>
  )
}
