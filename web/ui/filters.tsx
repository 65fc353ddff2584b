import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './filters.module.css'

interface FiltersProps {
  /** What a phone shows until it is opened. */
  label: string
  /** Something is filtered, so a phone shows by what. */
  filtered: boolean
  children: ReactNode
}

/** What narrows a list: fields side by side, folded away on a phone while nothing is narrowed. */
export function Filters({ label, filtered, children }: FiltersProps) {
  const wide = useMediaQuery('(min-width: 40em)', true, { getInitialValueInEffect: false })
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
