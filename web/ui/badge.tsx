import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** The colour of a state: `good` and `bad` are outcomes, `warm` asks for attention, `soft` for none. */
export type BadgeTone = 'soft' | 'accent' | 'warm' | 'good' | 'bad' | 'note'

/** A state in one or two words. Colour is never the only information. */
export const Badge = ({ tone = 'soft', children }: { tone?: BadgeTone; children: ReactNode }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
)
