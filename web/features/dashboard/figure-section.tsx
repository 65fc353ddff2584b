import type { PageAddress } from '#contract/pages.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { formatNumber } from '../../lib/format-values.ts'
import { Link } from '../../ui/link.tsx'
import styles from './overview.module.css'

/** One number with what it counts, and the list of what it counts. */
export interface Figure {
  label: string
  value: string | number
  text: string
  to: PageAddress
  /** Emphasised: there is something to do. */
  due?: boolean
}

/** A section of figures, each linked to its list. Nothing without figures. */
export function FigureSection({ id, title, figures }: { id: string; title: string; figures: readonly Figure[] }) {
  if (figures.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.figures}>
        {figures.map(({ label, value, text, to, due }) => (
          <li key={to}>
            <Link to={to} className={due ? `${styles.figure} ${styles.due}` : styles.figure}>
              <span className={styles.number}>{typeof value === 'number' ? formatNumber(value) : value}</span>
              <span className={styles.label}>
                {label}
                <IconArrowRight size={18} aria-hidden="true" />
              </span>
              <span className={styles.text}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
