import type { ReactNode } from 'react'
import styles from './steps.module.css'

/** A step's heading; takes the focus when its step begins (use-step-focus.ts). */
export const StepHeading = ({ step, children }: { step: string; children: ReactNode }) => (
  <h2 id={`step-${step}`} tabIndex={-1} className={styles.heading}>
    {children}
  </h2>
)
