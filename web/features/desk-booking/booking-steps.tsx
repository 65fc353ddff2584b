import type { Appointment } from '#contract/appointments.ts'
import type { Schedule } from '#contract/schedules.ts'
import { Suspense, useState } from 'react'
import { lazyPart, preparing } from '../../lib/lazy-part.ts'
import { Loaded } from '../../ui/states.tsx'
import { ListSkeleton, TextSkeleton } from '../../ui/skeletons.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { stepOf } from '../booking/choice.ts'
import { useStepFocus } from '../booking/step.tsx'
import { useLiveSeats } from '../booking/time/live-seats.ts'
import { useChosen } from '../booking/use-chosen.ts'
import { interpretingOf } from '../people/interpreter-field.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ClientSection } from './client-section.tsx'
import { useDeskChoice } from './desk-choice.ts'
import { useClient } from './use-client.ts'
import type { Bookings } from './use-bookings.ts'
import { useDeskForm } from './use-desk-form.ts'

const ConfirmStep = lazyPart(() => import('./confirm-step.tsx'))

interface BookingStepsProps {
  session?: Schedule | undefined
  bookings: Bookings
  onBooked: (appointment: Appointment) => void
}

/** The client and the time in one step, then the confirmation. What is typed stays in both. */
export function BookingSteps({ session, bookings, onBooked }: BookingStepsProps) {
  const client = useClient(useDeskChoice(session)[0].user)
  const types = client.base.data?.support_types
  const onRecord = interpretingOf(client.client?.user)
  const [given, change] = useDeskChoice(session, types?.[0]?.id, bookings.keep)
  const choice = { ...given, interpreter: given.interpreter ?? onRecord.needs_interpreter }
  const { supportType, place, mentor, language, interpreter, staff } = choice
  const wanted = supportType ? { supportType, place, mentor, language, interpreter, staff } : undefined
  // The desk has asked for times with an interpreter; the record says nothing of one.
  const interpreting = interpreter && !onRecord.needs_interpreter ? { ...onRecord, needs_interpreter: true } : null
  const { chosen, day } = useChosen(choice, wanted, types ?? [])
  // Before the support types are known, the step is the address's, so that no heading takes the focus when they
  // come.
  const step = stepOf(choice, types ? supportType : '-')
  const user = client.isGone ? undefined : choice.user
  const { form, refusal } = useDeskForm({
    user,
    chosen,
    contracts: client.contracts ?? [],
    interpreting,
    onBooked,
    onOutdated: client.refetch,
  })
  useStepFocus(step)
  const [initialStep] = useState(step)
  useLiveSeats(supportType)
  const who = (
    <ClientSection
      form={form}
      client={client}
      takesFocus={choice.user === undefined}
      onPerson={person => {
        client.setPicked(person)
        change({ user: person?.id })
      }}
    />
  )
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty} leaves={bookings.begins} />
      <Loaded query={client.base} skeleton={<ListSkeleton rows={4} height="6rem" />}>
        {({ support_types }) =>
          step === 'details' ? (
            <Suspense fallback={<TextSkeleton lines={8} />}>
              <ConfirmStep
                {...{ form, refusal, choice, change, chosen, day, who }}
                contracts={client.contracts}
                interpretingUntilChanged={interpreting ?? onRecord}
                arrived={initialStep !== step}
              />
            </Suspense>
          ) : (
            <ChooseStep {...{ choice, change, wanted, step, who }} supportTypes={support_types} ahead={preparing(ConfirmStep)} />
          )
        }
      </Loaded>
    </>
  )
}
