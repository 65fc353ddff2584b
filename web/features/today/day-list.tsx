import { Fragment, type ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { formatTime, formatTimes } from '../../lib/time.ts'
import { DayEntry } from './day-entry.tsx'
import { foldFree, type Entry } from './layout-day.ts'
import { useMoving } from './moving.ts'
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
function Entries({ label, entries, zone, now, lineBefore }: DayListProps & { label: string; lineBefore?: number }) {
  // While an appointment is moved, every free time is a target.
  const isMoving = useMoving().appointment !== undefined
  const line = lineBefore === undefined ? undefined : entries[lineBefore]?.key
  const entryOf = (entry: Entry) => <DayEntry key={entry.key} entry={entry} column={0} zone={zone} now={now} />
  return (
    <ol className={styles.list} aria-label={label}>
      {foldFree(entries, lineBefore).map(({ key, entries: run }) => (
        <Fragment key={key}>
          {key === line && (
            <li className={styles.nowLine} aria-current="time">
              {t('today.now', { time: formatTime(new Date(now).toISOString(), zone) })}
            </li>
          )}
          {run.length === 1 || isMoving ? run.map(entryOf) : <FreeRun run={run} zone={zone} entryOf={entryOf} />}
        </Fragment>
      ))}
    </ol>
  )
}

/** Free times in a row: their number, and each of them on request. */
function FreeRun({ run, zone, entryOf }: { run: readonly Entry[]; zone: string; entryOf: (entry: Entry) => ReactNode }) {
  const [first, last] = [run[0]?.starts_at ?? '', run.at(-1)?.starts_at ?? '']
  const times = first === last ? formatTime(first, zone) : formatTimes(first, last, zone)
  return (
    <li>
      <details className={styles.freeRun}>
        <summary>{t('today.freeTimes', { count: run.length, times })}</summary>
        <ol className={styles.list}>{run.map(entryOf)}</ol>
      </details>
    </li>
  )
}
