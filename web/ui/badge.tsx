import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'soft' | 'accent' | 'warm' | 'good' | 'bad' | 'note'

/** One or two words about a thing's state; the words say it, the colour only helps. */
export const Badge = ({ tone = 'soft', children }: { tone?: BadgeTone; children: ReactNode }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
)
