import type { ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { Button } from './button.tsx'
import styles from './selection.module.css'

interface SelectionBarProps {
  label: string
  count: number
  onClear: () => void
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** Floats below a list while rows are selected. */
export const SelectionBar = ({ label, count, onClear, children }: SelectionBarProps) => (
  <div className={`${styles.bar} no-print`} role="group" aria-label={label}>
    <strong className="tabular">{t('workingList.chosen', { count })}</strong>
    {children}
    <Button small kind="plain" onClick={onClear}>
      {t('workingList.chooseNone')}
    </Button>
  </div>
)
