import type { Appointment } from '#contract/appointments.ts'
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { type Choice, choose, stepOf } from './choice.ts'
import { loadWhenSteps } from './load-when-steps.ts'
import { NextAction } from './next-action.tsx'
import { NoDaysYet } from './no-days-yet.tsx'
import { StepBack } from './step-back.tsx'
import styles from './steps.module.css'
import { Summary } from './summary.tsx'
import type { ChangeChoice } from './use-choice.ts'
import { useChosen } from './use-chosen.ts'
import { useOffered } from './use-offered.ts'
import { useStepFocus } from './use-step-focus.ts'
import { WhatStep } from './what-step.tsx'

const loadDetails = () => import('./details-step.tsx')
const DetailsStep = lazy(loadDetails)
const WhenSteps = lazy(loadWhenSteps)
const LiveSeats = lazy(async () => ({ default: (await loadWhenSteps()).LiveSeats }))
const WaitDialog = lazy(() => import('../waiting-list/wait-dialog.tsx'))

interface BookingProps {
  choice: Choice
  change: ChangeChoice
  /** The appointment that gets another time. */
  moving?: Appointment
  /** What shows it, in place of the first step. */
  card?: ReactNode
  /** Finds out who somebody is, in place. */
  whoYouAre: ComponentType<{ onDone: () => void }>
}

/** What, when, and the choice so far; then the last things before it is booked. */
export function Booking({ choice, change, moving, card, whoYouAre }: BookingProps) {
  const supportType = useOffered(moving?.support_type.id ?? choice.supportType, moving !== undefined)
  const step = stepOf(choice, supportType)
  const wanted = supportType ? { supportType, place: choice.place, mentor: choice.mentor } : undefined
  const { chosen } = useChosen(choice, wanted)
  useStepFocus(step)
  const [cameAt] = useState(step)
  useEffect(() => {
    if (chosen.time) void loadDetails()
  }, [chosen.time])

  return (
    <>
      {supportType && (
        <Suspense>
          <LiveSeats supportType={supportType} />
        </Suspense>
      )}
      {step === 'details' && wanted ? (
        <Suspense fallback={<TextSkeleton lines={8} />}>
          <DetailsStep {...{ choice, change, wanted, moving, whoYouAre }} arrived={cameAt !== 'details'} />
        </Suspense>
      ) : (
        <div className={styles.columns} data-step={step}>
          {!(moving && step === 'day') && <StepBack step={step} change={change} />}
          {moving ? card : <WhatStep choice={choice} change={change} />}
          {wanted ? (
            <Suspense fallback={<TextSkeleton lines={8} />}>
              <WhenSteps {...{ wanted, choice, change, step }} arrived={cameAt !== step} />
            </Suspense>
          ) : (
            <NoDaysYet />
          )}
          {choice.wait && wanted && !moving && (
            <Suspense>
              <WaitDialog
                wanted={wanted}
                days={choice.wait}
                whoYouAre={whoYouAre}
                onClose={() => change(choose.noWait(), { replace: true })}
              />
            </Suspense>
          )}
          <Summary {...{ step, choice, chosen, moving }} action={<NextAction {...{ step, wanted, chosen, change }} />} />
        </div>
      )}
    </>
  )
}
