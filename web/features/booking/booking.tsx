import type { Appointment } from '#contract/appointments.ts'
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSession } from '../../lib/session.ts'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { type Choice, choose, stepOf, type ChangeChoice } from './choice.ts'
import { loadWhenSteps, WhatStep } from './choose/what-step.tsx'
import { StepBar, useStepFocus } from './step.tsx'
import styles from './steps.module.css'
import { FirstAction, SummaryFrame } from './summary-frame.tsx'
import { useOfferedSupportType } from './use-offered.ts'
import { t } from '../../lib/messages.ts'

const loadDetails = () => import('./details/details-step.tsx')
const DetailsStep = lazyPart(loadDetails)
const WhenSteps = lazyPart(loadWhenSteps)
const LiveSeats = lazyPart(async () => ({ default: (await loadWhenSteps()).LiveSeats }))
const ChoiceSummary = lazyPart(async () => ({ default: (await loadWhenSteps()).ChoiceSummary }))
const WaitDialog = lazyPart(() => import('../waiting-list/wait-dialog.tsx'))

interface BookingProps {
  choice: Choice
  change: ChangeChoice
  /** The appointment that gets another time. */
  moving?: Appointment
  /** Replaces the first step. */
  card?: ReactNode
  /** Signs the visitor in on the same page. */
  signIn: ComponentType<{ onDone: () => void }>
}

/** The booking steps with a summary of the choice. */
export function Booking({ choice: given, change, moving, card, signIn }: BookingProps) {
  const needs = useSession()?.user.needs_interpreter
  const choice = { ...given, interpreter: moving ? moving.interpreter_language !== null : (given.interpreter ?? needs) }
  const supportType = useOfferedSupportType(moving?.support_type.id ?? choice.supportType, moving !== undefined)
  const step = stepOf(choice, supportType)
  const wanted = supportType
    ? { supportType, place: choice.place, mentor: choice.mentor, language: choice.language, interpreter: choice.interpreter }
    : undefined
  useStepFocus(step)
  const [initialStep] = useState(step)
  // Before it is needed: a time leads straight to it, perhaps without a connection.
  useEffect(() => {
    if (choice.date) void loadDetails()
  }, [choice.date])

  return (
    <>
      {supportType && (
        <Suspense>
          <LiveSeats supportType={supportType} />
        </Suspense>
      )}
      {step === 'details' && wanted ? (
        <Suspense fallback={<TextSkeleton lines={8} />}>
          <DetailsStep {...{ choice, change, wanted, moving, signIn }} arrived={initialStep !== 'details'} />
        </Suspense>
      ) : (
        <div className={styles.columns} data-step={step}>
          <StepBar step={step} change={change} moving={moving !== undefined} />
          {moving ? card : <WhatStep choice={choice} change={change} />}
          {wanted && (
            <Suspense fallback={<TextSkeleton lines={8} />}>
              <WhenSteps {...{ wanted, choice, change, step, moving }} arrived={initialStep !== step} />
            </Suspense>
          )}
          {choice.wait && wanted && !moving && (
            <Suspense>
              <WaitDialog
                wanted={wanted}
                days={choice.wait}
                signIn={signIn}
                onClose={() => change(choose.closeWaitingList(), { replace: true })}
              />
            </Suspense>
          )}
          <SummaryFrame step={step} moving={moving !== undefined}>
            {wanted ? (
              <Suspense>
                <ChoiceSummary {...{ step, wanted, choice, change, moving }} />
              </Suspense>
            ) : (
              <FirstAction />
            )}
          </SummaryFrame>
        </div>
      )}
    </>
  )
}

/** Introduction; on a phone only at the first step. */
export const BookingIntro = ({ choice }: { choice: Choice }) => (
  <span className={styles.lead} data-step={stepOf(choice, choice.supportType)}>
    {t('booking.lead')}
  </span>
)
