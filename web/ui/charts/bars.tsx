import type { PageAddress } from '#contract/pages.ts'
import { useId, type ReactNode } from 'react'
import { visibleOn } from '../colour-contrast.ts'
import { Link } from '../link.tsx'
import styles from './charts.module.css'

export interface Bar {
  key: string
  /** What the bar stands for, as text: what screen readers say. */
  name: string
  /** How it is shown where that is more than text (stars, a swatch). */
  look?: ReactNode
  value: number
  /** The figure at its end, with its unit where it has one: "42", "4.3 from 18". */
  figure: string
  /** `#rrggbb` of a support type or an answer; the accent otherwise. */
  colour?: string
  /** Where the bar leads: what it is made of. Where that is what the page shows, the bar is marked. */
  to?: PageAddress
  /** It stands out for another reason: today among days. */
  current?: boolean
}

interface BarsProps {
  /** What is compared. */
  title: string
  titleHidden?: boolean
  bars: readonly Bar[]
  /** The value of a full bar; the largest one unless given. */
  full?: number
}

/** Bars below each other, longest possible track for each; every bar is a line of text too, and a link where it leads somewhere. */
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
              <Link to={bar.to} className={styles.bar}>
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
          style={{ width: `${share * 100}%`, ...(colour && visibleOn(colour)) }}
        />
      </span>
      <span className={styles.value}>{figure}</span>
    </>
  )
}
