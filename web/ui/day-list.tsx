import type { ReactNode } from 'react'
import { formatDay } from '../lib/time.ts'
import styles from './day-list.module.css'

interface DayListProps<Row> {
  rows: readonly Row[]
  /** The instant that decides the day of a row. */
  at: (row: Row) => string
  zone: string
  /** The `li` elements of one day. */
  children: (rows: readonly Row[]) => ReactNode
}

/** Rows in their order, in one list for each day of the zone. */
export function DayList<Row>({ rows, at, zone, children }: DayListProps<Row>) {
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = formatDay(at(row), zone)
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, list]) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2>{day}</h2>
      <ol className={styles.rows}>{children(list)}</ol>
    </section>
  ))
}
