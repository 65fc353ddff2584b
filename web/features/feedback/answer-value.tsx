import type { Widget } from '#contract/feedback.ts'
import { nameColour } from '../../ui/colour-name.ts'
import styles from './feedbacks.module.css'
import { Stars } from './stars.tsx'

/** An answer, displayed according to its widget. */
export function AnswerValue({ widget, value }: { widget: Widget; value: string }) {
  if (widget === 'star') return <Stars count={Number(value)} />
  if (widget === 'text') return <q className={styles.words}>{value}</q>
  if (widget !== 'colour') return <span>{value}</span>
  return (
    <span className={styles.colour}>
      <span className={styles.swatch} style={{ backgroundColor: value }} aria-hidden="true" />
      {nameColour(value)}
    </span>
  )
}
