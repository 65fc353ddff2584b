import { type ReactNode, useEffect, useRef } from 'react'
import styles from './steps.module.css'
import { IconArrowLeft } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { choose, type Step, type ChangeChoice } from './choice.ts'

/** A step's heading; focused when its step begins (`useStepFocus`). */
export const StepHeading = ({ step, children }: { step: string; children: ReactNode }) => (
  <h2 id={`step-${step}`} tabIndex={-1} className={styles.heading}>
    {children}
  </h2>
)

const before: Partial<Record<Step, () => Parameters<ChangeChoice>[0]>> = {
  day: () => choose.supportType(undefined),
  time: () => choose.date(undefined),
  details: choose.edit,
}

const order: Step[] = ['what', 'day', 'time', 'details']

/** "Step 2 of 4"; moving an appointment begins with the day. */
export function StepNumber({ step, moving }: { step: Step; moving: boolean }) {
  const steps = order.slice(moving ? 1 : 0)
  return <span className={styles.number}>{t('booking.step', { number: steps.indexOf(step) + 1, count: steps.length })}</span>
}

interface StepBarProps {
  step: Step
  change: ChangeChoice
  moving: boolean
}

/** Back and the number of the step, for layouts that show one step at a time; the browser's Back does the same. */
export function StepBar({ step, change, moving }: StepBarProps) {
  const to = moving && step === 'day' ? undefined : before[step]
  return (
    <div className={styles.bar}>
      {to && (
        <Button
          kind="plain"
          className={styles.back}
          icon={<IconArrowLeft size={20} stroke={1.8} aria-hidden="true" />}
          onClick={() => change(to(), { replace: true })}
        >
          {t('booking.back')}
        </Button>
      )}
      <StepNumber step={step} moving={moving} />
    </div>
  )
}

/** Moves the focus to a step's heading, because the focused element may be gone. */
export const focusStep = (step: string): void =>
  void requestAnimationFrame(() => {
    const heading = document.getElementById(`step-${step}`)
    heading?.focus({ preventScroll: true })
    heading?.closest('section')?.scrollIntoView({ block: 'nearest' })
  })

const desk = '(min-width: 64em)'

/**
 * Focuses the heading when a step begins. On a phone, where a step fills the screen, it also scrolls to the top.
 */
export function useStepFocus(step: Step): void {
  const before = useRef(step)

  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (!matchMedia(desk).matches) window.scrollTo(0, 0)
    focusStep(step)
  }, [step])
}
