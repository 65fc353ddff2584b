import type { Appointment } from '#contract/appointments.ts'
import { useEffect, useState } from 'react'
import type { Choice, Step } from '../choice.ts'
import { DayStep } from './day-step.tsx'
import { focusStep } from '../step.tsx'
import type { SearchFilter } from '../search.ts'
import styles from '../steps.module.css'
import { JoinNotice } from './join-notice.tsx'
export { ChoiceSummary } from './choice-summary.tsx'
import { TimeStep } from './time-step.tsx'
import type { ChangeChoice } from '../choice.ts'
import { useLiveSeats } from './live-seats.ts'

interface WhenStepsProps {
  wanted: SearchFilter
  choice: Choice
  change: ChangeChoice
  step: Step
  moving?: Appointment | undefined
  /** The visitor came from another step, so the heading takes the focus. */
  arrived: boolean
}

/** Keeps the free seats that are shown up to date. */
export function LiveSeats({ supportType }: { supportType: string }) {
  useLiveSeats(supportType)
  return null
}

/** The day and time steps. Loaded lazily, not with the first page. */
export default function WhenSteps({ wanted, choice, change, step, moving, arrived }: WhenStepsProps) {
  const [first] = useState({ step, arrived })
  // The heading did not exist yet when the step began (`useStepFocus`).
  useEffect(() => {
    if (first.arrived) focusStep(first.step)
  }, [first])
  return (
    <div className={styles.when}>
      <section data-of="day" aria-labelledby="step-day">
        <JoinNotice />
        <DayStep key={wanted.supportType} {...{ wanted, choice, change, moving }} />
      </section>
      {choice.date && (
        <section data-of="time" aria-labelledby="step-time">
          <TimeStep key={Object.values(wanted).join() + choice.date} wanted={wanted} date={choice.date} choice={choice} change={change} />
        </section>
      )}
    </div>
  )
}
