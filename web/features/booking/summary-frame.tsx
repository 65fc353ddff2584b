import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import type { Step } from './choice.ts'
import { StepNumber } from './step.tsx'
import styles from './summary.module.css'

interface SummaryFrameProps {
  step: Step
  moving: boolean
  children?: ReactNode
}

/** Around the choice so far and the next action: a card next to the steps on a desk, a bar below them on a phone. */
export const SummaryFrame = ({ step, moving, children }: SummaryFrameProps) => (
  <section className={styles.summary} data-step={step} aria-labelledby="summary">
    <h2 id="summary">{t('booking.summary.heading')}</h2>
    {step !== 'details' && (
      <p className={styles.step}>
        <StepNumber step={step} moving={moving} />
      </p>
    )}
    {children}
  </section>
)

/** What comes next while nothing is chosen. */
export const FirstAction = () => (
  <div className={styles.action}>
    <p className={styles.next}>{t('booking.summary.whatNext')}</p>
  </div>
)
