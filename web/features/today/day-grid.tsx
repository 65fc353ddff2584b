import { useEffect, useRef, type CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import { formatTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DayEntry } from './day-entry.tsx'
import styles from './day-grid.module.css'
import { findNow, type DayBy, type DayColumn, type DayRow } from './layout-day.ts'

interface DayGridProps {
  columns: readonly DayColumn[]
  rows: readonly DayRow[]
  by: DayBy
  zone: string
  now: number
}

/** The day as a table: mentors or places are columns, half hours are rows. Opens at the current time. */
export function DayGrid({ columns, rows, by, zone, now }: DayGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const current = findNow(rows, now)
  useEffect(() => {
    const grid = frame.current
    // The first appointment that is not over, otherwise the current time.
    const row = grid?.querySelector('[data-appointment]:not([data-over])') ?? grid?.querySelector('[aria-current="time"]')
    const head = grid?.querySelector('thead')?.offsetHeight ?? 0
    grid?.scrollTo({ top: (row?.closest('tr')?.offsetTop ?? 0) - head })
  }, [])
  return (
    <div ref={frame} className={`${styles.frame} no-print`} data-scrolls>
      <table className={styles.grid}>
        <caption className="visually-hidden">{t(by === 'mentor' ? 'today.captionMentor' : 'today.captionPlace')}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {t('today.time')}
            </th>
            {columns.map(({ id, name, photo, booked }) => (
              <th key={id} scope="col">
                <span className={styles.column}>
                  {by === 'mentor' && <Avatar name={name} photo={photo} size="small" />}
                  <span>
                    <bdi>{name}</bdi>
                    <span className={styles.second}>{t('today.booked', { count: booked })}</span>
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ starts_at, cells }, index) => {
            const isNow = current?.index === index
            return (
              <tr
                key={starts_at}
                className={isNow ? styles.now : undefined}
                style={isNow ? ({ '--share': current.share } as CSSProperties) : undefined}
              >
                <th scope="row" aria-current={isNow ? 'time' : undefined}>
                  {formatTime(starts_at, zone)}
                  {isNow && <span className={styles.clock}>{formatTime(new Date(now).toISOString(), zone)}</span>}
                </th>
                {cells.map((entries, column) => (
                  <td key={columns[column]?.id}>
                    {entries.length > 0 && (
                      <ul className={styles.entries}>
                        {entries.map(entry => (
                          <DayEntry key={entry.key} entry={entry} column={column} by={by} zone={zone} now={now} />
                        ))}
                      </ul>
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
