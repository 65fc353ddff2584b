import { Fragment } from 'react'
import { t } from '../../lib/messages.ts'
import { formatTime } from '../../lib/time.ts'
import { DayEntry } from './day-entry.tsx'
import type { Entry } from './layout-day.ts'
import styles from './today.module.css'

interface DayListProps {
  entries: readonly Entry[]
  zone: string
  now: number
}

/**
 * The day on a phone: by time, with the current time between what has begun and what comes; what is over is
 * folded.
 */
export function DayList({ entries, zone, now }: DayListProps) {
  const isOver = ({ ends_at }: Entry) => Date.parse(ends_at) <= now
  const over = entries.filter(isOver)
  const ahead = entries.filter(entry => !isOver(entry))
  const next = ahead.findIndex(({ starts_at }) => Date.parse(starts_at) > now)
  return (
    <div className="no-print">
      {over.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('today.earlier', { count: over.length })}</summary>
          <Entries label={t('today.earlier', { count: over.length })} entries={over} zone={zone} now={now} />
        </details>
      )}
      <Entries label={t('today.list')} entries={ahead} zone={zone} now={now} lineBefore={next} />
    </div>
  )
}

/** `lineBefore`: the index of the entry that the current time precedes. */
const Entries = ({ label, entries, zone, now, lineBefore }: DayListProps & { label: string; lineBefore?: number }) => (
  <ol className={styles.list} aria-label={label}>
    {entries.map((entry, index) => (
      <Fragment key={entry.key}>
        {index === lineBefore && (
          <li className={styles.nowLine} aria-current="time">
            {t('today.now', { time: formatTime(new Date(now).toISOString(), zone) })}
          </li>
        )}
        <DayEntry entry={entry} column={0} zone={zone} now={now} />
      </Fragment>
    ))}
  </ol>
)
