import type { Appointment } from '#contract/appointments.ts'
import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { t, type MessageId } from '../../../lib/messages.ts'
import { useSession } from '../../../lib/session.ts'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { isAt, isFinal } from './book.ts'
import { BookingFields } from './booking-fields.tsx'
import { choose, type Choice } from '../choice.ts'
import { focusStep } from '../step.tsx'
import { useContractsToAccept } from '../required-contracts.ts'
import type { SearchFilter } from '../search.ts'
import { SendButton } from './booking-fields.tsx'
import { StepBar } from '../step.tsx'
import { StepHeading } from '../step.tsx'
import styles from '../steps.module.css'
import { Summary } from '../summary.tsx'
import { TimeUnavailable } from './booking-problem.tsx'
import { useJoinState } from '../../sessions/join-state.ts'
import { useBookingForm } from './use-booking-form.ts'
import { Overlap, UnlessOwn } from './own-time.tsx'
import type { ChangeChoice } from '../choice.ts'
import { useChosen } from '../use-chosen.ts'

interface DetailsStepProps {
  choice: Choice
  change: ChangeChoice
  wanted: SearchFilter
  moving?: Appointment
  /** The visitor came from another step, so the heading takes the focus. */
  arrived: boolean
  signIn: ComponentType<{ onDone: () => void }>
}

/** The last step: sign-in, questions and agreements. */
export default function DetailsStep({ choice, change, wanted, moving, arrived, signIn: SignIn }: DetailsStepProps) {
  const session = useSession()
  const { chosen, day } = useChosen(choice, wanted)
  const joining = useJoinState()
  const joined = !session && joining.ticket !== undefined ? joining : null
  const required = useContractsToAccept(joined !== null)
  const { time } = chosen
  const booking = useBookingForm({
    time,
    mentor: chosen.wantedMentor,
    moving,
    newcomer: joined,
    contracts: required.data ?? [],
    price: chosen.supportType?.price,
    change,
    interpreter: choice.interpreter,
  })
  const { newcomer, contracts } = booking.sending ?? { newcomer: joined, contracts: required.data }
  const hasJoined = joined !== null
  const [joinedBefore] = useState(hasJoined)
  const [wasJoined, setWasJoined] = useState(hasJoined)
  if (wasJoined !== hasJoined) {
    setWasJoined(hasJoined)
    if (hasJoined) booking.joined()
  }
  useEffect(() => {
    if (arrived || (hasJoined && !joinedBefore)) focusStep('details')
  }, [arrived, hasJoined, joinedBefore])

  const identified = session !== null || newcomer !== null

  const failed = [day, required].find(query => query.isError && query.data === undefined)
  // A pending booking, or one that may have arrived, has taken the seat itself.
  const { refusal } = booking
  const unsure = booking.form.busy || (refusal && (!isFinal(refusal) || refusal.code === 'slot_taken'))
  const lost = day.isSuccess && !unsure && (!time || chosen.gone)
  // The answer to the move was lost, and the page was loaded again.
  const hasMoved =
    lost &&
    moving !== undefined &&
    isAt(moving, { schedule_id: choice.schedule ?? '', starts_at: choice.time ?? '', mentor_id: chosen.wantedMentor ?? null })
  const movedTo = hasMoved ? moving.id : undefined
  useEffect(() => {
    if (movedTo !== undefined) change(choose.done(movedTo, true), { replace: true })
  }, [movedTo, change])
  const onTime = (to: Parameters<ChangeChoice>[0]) => {
    change(to, { replace: true })
    focusStep('details')
  }

  const main = () => {
    if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    if (!day.data || !contracts || hasMoved) return <TextSkeleton lines={8} />
    if (lost || !time) {
      const unavailable = <TimeUnavailable {...{ chosen, choice, onTime }} onOther={() => change({ step: undefined }, { replace: true })} />
      return <UnlessOwn choice={choice}>{unavailable}</UnlessOwn>
    }
    if (!identified) {
      return (
        <Suspense fallback={<TextSkeleton />}>
          <SignIn
            onDone={() => {
              booking.signedIn(joining.typed)
              focusStep('details')
            }}
          />
        </Suspense>
      )
    }
    return (
      <>
        {session && !booking.form.busy && !booking.refusal && <Overlap time={time} moving={moving} />}
        <BookingFields {...{ booking, chosen, choice, moving, newcomer, contracts, change, onTime }} time={time} />
      </>
    )
  }
  const ready = identified && time && !lost && !failed && day.data && contracts

  return (
    <div className={styles.columns} data-step="details">
      <section className={styles.details} aria-labelledby="step-details">
        <StepBar step="details" change={change} moving={moving !== undefined} />
        <StepHeading step="details">{t(headingOf({ lost, identified, moving: moving !== undefined }))}</StepHeading>
        {!identified && !lost && <p className="soft">{t('booking.who.text')}</p>}
        {main()}
      </section>
      <Summary
        {...{ choice, chosen, moving }}
        step="details"
        action={
          ready && <SendButton busy={booking.form.busy} moving={moving !== undefined} needsApproval={chosen.supportType?.needs_approval} />
        }
      />
    </div>
  )
}

function headingOf({ lost, identified, moving }: { lost: boolean; identified: boolean; moving: boolean }): MessageId {
  if (lost) return 'booking.details.lost'
  if (!identified) return 'booking.who.heading'
  return moving ? 'booking.details.moveHeading' : 'booking.details.heading'
}
