import { Fragment } from 'react'
import { t } from '../../lib/messages.ts'
import { formatTime } from '../../lib/time.ts'
import { DayEntry } from './day-entry.tsx'
import type { Entry } from './layout-day.ts'
import styles from './today.module.css'

/** The day on a phone: one list by time, with the current time between what has begun and what comes. */
export function DayList({ entries, zone, now }: { entries: readonly Entry[]; zone: string; now: number }) {
  const next = entries.findIndex(({ starts_at }) => Date.parse(starts_at) > now)
  return (
    <ol className={`${styles.list} no-print`} aria-label={t('today.list')}>
      {entries.map((entry, index) => (
        <Fragment key={entry.key}>
          {index === next && (
            <li className={styles.nowLine} aria-current="time">
              {t('today.now', { time: formatTime(new Date(now).toISOString(), zone) })}
            </li>
          )}
          <DayEntry entry={entry} column={0} zone={zone} now={now} />
        </Fragment>
      ))}
    </ol>
  )
}
