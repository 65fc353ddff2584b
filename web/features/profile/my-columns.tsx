import type { ReactNode } from 'react'
import styles from './profile.module.css'

/** Appointments in the main column, the profile next to it (on a phone below). */
export const MyColumns = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={styles.columns}>
    <div className={styles.column}>{children}</div>
    <aside className={styles.column}>{aside}</aside>
  </div>
)
