import type { Appointment } from '#contract/appointments.ts'
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { type Choice, choose, stepOf } from './choice.ts'
import { DayStep } from './day-step.tsx'
import { MovingCard } from './moving-card.tsx'
import { NextAction } from './next-action.tsx'
import { NoDaysYet } from './no-days-yet.tsx'
import { StepBack } from './step-back.tsx'
import styles from './steps.module.css'
import { Summary } from './summary.tsx'
import { TimeStep } from './time-step.tsx'
import type { ChangeChoice } from './use-choice.ts'
import { useChosen } from './use-chosen.ts'
import { useLiveSeats } from './use-live-seats.ts'
import { useOffered } from './use-offered.ts'
import { useStepFocus } from './use-step-focus.ts'
import { WhatStep } from './what-step.tsx'

const loadDetails = () => import('./details-step.tsx')
const DetailsStep = lazy(loadDetails)
const WaitDialog = lazy(() => import('../waiting-list/wait-dialog.tsx'))

interface BookingProps {
  choice: Choice
  change: ChangeChoice
  /** The appointment that gets another time. */
  moving?: Appointment
  /** Finds out who somebody is, in place. */
  whoYouAre: ComponentType<{ onDone: () => void }>
}

/** What, when, and the choice so far; then the last things before it is booked. */
export function Booking({ choice, change, moving, whoYouAre }: BookingProps) {
  const supportType = useOffered(moving?.support_type.id ?? choice.supportType, moving !== undefined)
  const step = stepOf(choice, supportType)
  const wanted = supportType ? { supportType, place: choice.place, mentor: choice.mentor } : undefined
  const { chosen } = useChosen(choice, wanted)
  useLiveSeats(supportType)
  useStepFocus(step)
  const [cameAt] = useState(step)
  useEffect(() => {
    if (chosen.time) void loadDetails()
  }, [chosen.time])

  if (step === 'details' && wanted) {
    return (
      <Suspense fallback={<TextSkeleton lines={8} />}>
        <DetailsStep {...{ choice, change, wanted, moving, whoYouAre }} arrived={cameAt !== 'details'} />
      </Suspense>
    )
  }
  return (
    <div className={styles.columns} data-step={step}>
      {!(moving && step === 'day') && <StepBack step={step} change={change} />}
      {moving ? <MovingCard appointment={moving} /> : <WhatStep choice={choice} change={change} />}
      {wanted ? (
        <div className={styles.when}>
          <section data-of="day" aria-labelledby="step-day">
            <DayStep key={supportType} wanted={wanted} choice={choice} change={change} />
          </section>
          {choice.date && (
            <section data-of="time" aria-labelledby="step-time">
              <TimeStep
                key={Object.values(wanted).join() + choice.date}
                wanted={wanted}
                date={choice.date}
                choice={choice}
                change={change}
              />
            </section>
          )}
        </div>
      ) : (
        <NoDaysYet />
      )}
      {choice.wait && wanted && !moving && (
        <Suspense>
          <WaitDialog wanted={wanted} days={choice.wait} whoYouAre={whoYouAre} onClose={() => change(choose.noWait(), { replace: true })} />
        </Suspense>
      )}
      <Summary {...{ step, choice, chosen, moving }} action={<NextAction {...{ step, wanted, chosen, change }} />} />
    </div>
  )
}
