import type { PageAddress } from '#contract/pages.ts'
import { useId } from 'react'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { Link } from '../link.tsx'
import styles from './charts.module.css'

/** One point of the line, which is also a row of the table. */
export interface Point {
  key: string
  /** Short label below the axis: "Oct". */
  tick: string
  /** Full label for screen readers and the table: "October 2026". */
  name: string
  /** Null leaves a gap in the line. */
  value: number | null
  /** The value as text: "4.3". */
  figure: string
  /** Note next to the value in the table: "18 answers". */
  note?: string
  to?: PageAddress
}

interface TrendProps {
  title: string
  /** Column headers of the table: time, value, note. */
  columns: readonly [string, string, string?]
  points: readonly Point[]
  /** The ends of the axis. */
  from: number
  to: number
}

/** Charts with at most this many points show their values. */
const maxPointsWithValues = 8

/** A line chart over time. Each point is text and, with a target, a link. A table below has the same values. */
export function Trend({ title, columns, points, from, to }: TrendProps) {
  const id = useId()
  const placed = points.map((point, index) => ({
    ...point,
    x: points.length > 1 ? (100 * index) / (points.length - 1) : 50,
    y: point.value === null ? null : 100 - (100 * (Math.max(from, Math.min(to, point.value)) - from)) / Math.max(to - from, Number.EPSILON),
  }))
  const every = Math.ceil(points.length / 8)
  const middle = from + (to - from) / 2
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      <div className={styles.trend}>
        <div className={styles.axis} aria-hidden="true">
          {[to, middle, from].map((mark, index) => (
            <span key={mark} style={{ top: `${index * 50}%` }}>
              {formatNumber(Math.round(mark * 10) / 10)}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {[0, 50, 100].map(y => (
              <line key={y} className={styles.grid} x1="0" x2="100" y1={y} y2={y} />
            ))}
            {runsOf(placed).map(run => (
              <polyline key={run[0]?.key} className={styles.line} points={run.map(({ x, y }) => `${x},${y}`).join(' ')} />
            ))}
          </svg>
          <ol className={styles.points}>
            {placed.map(point => (
              <li key={point.key} style={{ insetInlineStart: `${point.x}%`, top: `${point.y ?? 100}%` }}>
                <Dot point={point} />
                {points.length <= maxPointsWithValues && point.value !== null && (
                  <span className={styles.label} aria-hidden="true">
                    {formatNumber(Math.round(point.value * 10) / 10)}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </div>
        <div className={styles.ticks} aria-hidden="true">
          {placed.map(({ key, tick, x }, index) => (
            <span key={key} style={{ insetInlineStart: `${x}%` }}>
              {(points.length - 1 - index) % every === 0 ? tick : ''}
            </span>
          ))}
        </div>
      </div>
      <details className={styles.figures}>
        <summary>{t('ui.asTable')}</summary>
        <table>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, name, figure, note }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{figure}</td>
                {columns.length > 2 && <td>{note}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Dot({ point: { name, figure, note, value, to } }: { point: Point }) {
  const words = [name, figure, note].filter(Boolean).join(', ')
  const dot = (
    <>
      {value !== null && <span className={styles.dot} aria-hidden="true" />}
      <span className="visually-hidden">{words}</span>
    </>
  )
  if (to === undefined || value === null) {
    return (
      <span className={styles.point} title={words}>
        {dot}
      </span>
    )
  }
  return (
    <Link to={to} current="address" className={styles.point} title={words}>
      {dot}
    </Link>
  )
}

/** Runs of neighbouring points with a value: one line each. */
function runsOf<Placed extends { y: number | null }>(points: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = [[]]
  for (const point of points) {
    if (point.y === null) runs.push([])
    else runs.at(-1)?.push(point)
  }
  return runs.filter(run => run.length > 1)
}
