import type { ReactNode } from 'react'
import styles from './confirmation.module.css'

/** One thing to know, under its name. */
export const Term = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.term}>
    <dt className={styles.label}>{label}</dt>
    <dd>{children}</dd>
  </div>
)
