import { type ReactNode, useState } from 'react'
import { t } from '../lib/messages.ts'
import styles from './filters.module.css'
import { useWide } from './use-wide.ts'

interface FiltersProps {
  /** Summary on a phone while the filters are collapsed; “Filters” unless given. */
  label?: string
  /** A filter is active: a phone shows the filters expanded. */
  filtered: boolean
  children: ReactNode
}

/** The filters of a list, collapsed on a phone while none is active. */
export function Filters({ label = t('filters.title'), filtered, children }: FiltersProps) {
  const wide = useWide(40)
  // Open until the user closes them: deleting the last letter of a search must not hide its field.
  const [open, setOpen] = useState(filtered)
  if (wide) return <search className={styles.filters}>{children}</search>
  return (
    <search>
      <details open={open || filtered} className={styles.folded} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{label}</summary>
        <div className={styles.filters}>{children}</div>
      </details>
    </search>
  )
}
