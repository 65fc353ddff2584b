import { useEffect, useState } from 'react'
import '../../messages/booking-when.ts'
import type { Choice, Step } from './choice.ts'
import { DayStep } from './day-step.tsx'
import { focusStep } from './focus-step.ts'
import type { Wanted } from './search.ts'
import styles from './steps.module.css'
import { TimeStep } from './time-step.tsx'
import type { ChangeChoice } from './use-choice.ts'
import { useLiveSeats } from './use-live-seats.ts'

interface WhenStepsProps {
  wanted: Wanted
  choice: Choice
  change: ChangeChoice
  step: Step
  /** The person came here from another step, so the heading takes the focus; not where the address was opened. */
  arrived: boolean
}

/** Keeps the free seats that are shown up to date. */
export function LiveSeats({ supportType }: { supportType: string }) {
  useLiveSeats(supportType)
  return null
}

/** The day and, once there is one, the time. Travels when a kind of support is approached: the first page does without. */
export default function WhenSteps({ wanted, choice, change, step, arrived }: WhenStepsProps) {
  const [first] = useState({ step, arrived })
  // The heading was not there yet when the step began (use-step-focus.ts).
  useEffect(() => {
    if (first.arrived) focusStep(first.step)
  }, [first])
  return (
    <div className={styles.when}>
      <section data-of="day" aria-labelledby="step-day">
        <DayStep key={wanted.supportType} wanted={wanted} choice={choice} change={change} />
      </section>
      {choice.date && (
        <section data-of="time" aria-labelledby="step-time">
          <TimeStep key={Object.values(wanted).join() + choice.date} wanted={wanted} date={choice.date} choice={choice} change={change} />
        </section>
      )}
    </div>
  )
}
