import type { PageAddress } from '#contract/pages.ts'
import { useId, type ReactNode } from 'react'
import { readableColourStyle } from '../colour-contrast.ts'
import { Link } from '../link.tsx'
import styles from './charts.module.css'

/** One bar of a chart, which is also a row of a table. */
export interface Bar {
  key: string
  /** Accessible name of the bar. */
  name: string
  /** Visible label, if it is more than text (stars, a swatch). */
  look?: ReactNode
  value: number
  /** The value as text: "42", "4.3 from 18". */
  figure: string
  /** `#rrggbb`; the accent colour unless given. */
  colour?: string
  /** Link to the records behind the bar. The bar is marked if the page shows them. */
  to?: PageAddress
  /** Highlights the bar: today among days. */
  current?: boolean
}

interface BarsProps {
  /** Accessible name of the chart. */
  title: string
  titleHidden?: boolean
  bars: readonly Bar[]
  /** The value of a full bar; the largest value unless given. */
  full?: number
}

/** Horizontal bars. Each is also a line of text and, with a target, a link. */
export function Bars({ title, titleHidden, bars, full = Math.max(1, ...bars.map(({ value }) => value)) }: BarsProps) {
  const id = useId()
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={titleHidden ? 'visually-hidden' : styles.title}>
        {title}
      </figcaption>
      <ul className={styles.bars}>
        {bars.map(bar => (
          <li key={bar.key} aria-current={bar.current ? 'true' : undefined}>
            {bar.to === undefined ? (
              <div className={styles.bar}>
                <BarLine bar={bar} full={full} />
              </div>
            ) : (
              <Link to={bar.to} current="address" className={styles.bar}>
                <BarLine bar={bar} full={full} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function BarLine({ bar: { name, look, value, figure, colour }, full }: { bar: Bar; full: number }) {
  const share = full > 0 ? Math.max(0, Math.min(1, value / full)) : 0
  return (
    <>
      <span className={styles.name}>
        {look ? (
          <>
            <span aria-hidden="true">{look}</span>
            <span className="visually-hidden">{name}</span>
          </>
        ) : (
          name
        )}
        <span className="visually-hidden">: </span>
      </span>
      <span className={styles.track} aria-hidden="true">
        <span
          className={colour ? `${styles.fill} ${styles.own}` : styles.fill}
          style={{ width: `${share * 100}%`, ...(colour && readableColourStyle(colour)) }}
        />
      </span>
      <span className={styles.value}>{figure}</span>
    </>
  )
}
