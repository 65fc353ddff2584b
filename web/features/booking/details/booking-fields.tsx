import type { Appointment } from '#contract/appointments.ts'
import type { Contract } from '#contract/contracts.ts'
import type { JoinState } from '../../sessions/join-state.ts'
import { NewcomerFields } from './newcomer-fields.tsx'
import { InterpreterField } from '../../people/interpreter-field.tsx'
import { Agreements } from '../../../ui/agreements.tsx'
import { BookingProblem } from './booking-problem.tsx'
import type { Choice, ChangeChoice } from '../choice.ts'
import { MoveSummary } from './move-summary.tsx'
import { Policy } from './policy.tsx'
import { Questions } from '../questions.tsx'
import styles from './booking-fields.module.css'
import type { OfferedTime } from '../times.ts'
import type { useBookingForm } from './use-booking-form.ts'
import type { Chosen } from '../use-chosen.ts'
import { t } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'

interface BookingFieldsProps {
  booking: ReturnType<typeof useBookingForm>
  chosen: Chosen
  choice: Choice
  time: OfferedTime
  moving?: Appointment
  newcomer: JoinState | null
  contracts: readonly Contract[]
  change: ChangeChoice
  onTime: (to: Parameters<ChangeChoice>[0]) => void
}

/** The details form: a new client's name, questions, interpreter, contracts, price, policy and a refusal. */
export function BookingFields({
  booking: { form, write, startOver, refusal },
  chosen,
  choice,
  time,
  moving,
  newcomer,
  contracts,
  change,
  onTime,
}: BookingFieldsProps) {
  const { questions, accepted, interpreting } = form.values
  return (
    <form id={bookingFormId} className={styles.form} onSubmit={form.onSubmit} noValidate>
      {newcomer && <NewcomerFields joining={newcomer} values={form.values} errors={form.errors} onChange={write} onStartOver={startOver} />}
      {moving && <MoveSummary moving={moving} time={time} mentor={chosen.mentor} />}
      {!moving && <Questions values={questions} problems={refusal?.errors ?? {}} onChange={next => write({ questions: next })} />}
      {!moving && (
        <InterpreterField
          label={t('interpreter.iNeed')}
          value={interpreting}
          error={form.errors.interpreting}
          onChange={next => write({ interpreting: next })}
        />
      )}
      {!moving && contracts.length > 0 && (
        <Agreements
          together
          contracts={contracts}
          value={accepted}
          error={form.errors.accepted}
          onChange={next => write({ accepted: next })}
        />
      )}
      <Policy
        time={time}
        price={moving ? undefined : chosen.supportType?.price}
        needsApproval={chosen.supportType?.needs_approval && !moving}
      />
      {refusal && (
        <BookingProblem {...{ refusal, choice, chosen, onTime }} onOther={() => change({ step: undefined }, { replace: true })} />
      )}
    </form>
  )
}

interface SendButtonProps {
  busy: boolean
  moving: boolean
  needsApproval: boolean | undefined
}

/** The id by which `SendButton` names the form. */
export const bookingFormId = 'booking-form'

/** Submits the details form from the summary, which is outside the form. */
export const SendButton = ({ busy, moving, needsApproval }: SendButtonProps) => (
  <Button kind="primary" wide type="submit" form={bookingFormId} busy={busy}>
    {t(moving ? 'booking.moveIt' : needsApproval ? 'booking.request' : 'booking.book')}
  </Button>
)
