import type { ReactNode } from 'react'
import styles from './filters.module.css'
import { useWide } from './use-wide.ts'

interface FiltersProps {
  /** Summary on a phone while the filters are collapsed. */
  label: string
  /** A filter is active: a phone shows the filters expanded. */
  filtered: boolean
  children: ReactNode
}

/** The filters of a list, collapsed on a phone while none is active. */
export function Filters({ label, filtered, children }: FiltersProps) {
  const wide = useWide(40)
  if (wide) return <search className={styles.filters}>{children}</search>
  return (
    <search>
      <details open={filtered || undefined} className={styles.folded}>
        <summary>{label}</summary>
        <div className={styles.filters}>{children}</div>
      </details>
    </search>
  )
}
