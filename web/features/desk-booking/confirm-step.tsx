import type { Contract } from '#contract/contracts.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { choose, type ChangeChoice } from '../booking/choice.ts'
import { chooseAlternative, type Alternative } from '../booking/details/nearest-times.tsx'
import { useNearestTimes } from '../booking/details/use-nearest-times.ts'
import { InterpreterField, type Interpreting } from '../people/interpreter-field.tsx'
import { Questions } from '../booking/questions.tsx'
import { focusStep, StepHeading } from '../booking/step.tsx'
import { MentorChoice } from '../booking/time/mentor-choice.tsx'
import { freeMentors } from '../booking/times.ts'
import type { Chosen } from '../booking/use-chosen.ts'
import type { BookForFormState } from './book-for-values.ts'
import styles from './desk-booking.module.css'
import type { DeskChoice } from './desk-choice.ts'
import { DeskSummary } from './desk-summary.tsx'
import { TakenTime } from './taken-time.tsx'

interface ConfirmStepProps {
  form: BookForFormState
  /** Of the chosen time. */
  refusal: Refusal | undefined
  choice: DeskChoice
  change: ChangeChoice
  chosen: Chosen
  /** The day's times. */
  day: UseQueryResult
  /** Undefined while loading. */
  contracts: readonly Contract[] | undefined
  who: ReactNode
  /** What the client's record or the choice of the time says. */
  interpretingUntilChanged: Interpreting
  /** It follows another step. */
  arrived: boolean
}

/** Who, what, where and when on one screen, and the booking. */
export default function ConfirmStep({
  form,
  refusal,
  choice,
  change,
  chosen,
  day,
  contracts,
  who,
  interpretingUntilChanged,
  arrived,
}: ConfirmStepProps) {
  // The first time, this step loads after the page has looked for its heading.
  useEffect(() => {
    if (arrived) focusStep('details')
  }, [arrived])
  const { time } = chosen
  const { questions, accepted, interpreting } = form.values
  const taken = refusal?.code === 'slot_taken' ? (refusal.problem.nearest ?? []) : undefined
  // A booking under way, or one that may have arrived, has taken the seat itself.
  const isUnsure = form.busy || refusal?.code === 'offline' || taken !== undefined
  const isLost = day.isSuccess && !isUnsure && (!time || chosen.gone)
  const found = useNearestTimes(choice, chosen, isLost)
  const nearest = taken ?? (isLost ? found.nearest : undefined)
  const onTime = (other: Alternative) =>
    change({ ...chooseAlternative(choice, other), weekday: undefined, part: undefined }, { replace: true })
  const mentors = time && !choice.mentor && freeMentors(time).length > 1 ? freeMentors(time) : []
  const back = () => change(choose.edit())

  if (day.isError && !day.data) return <ErrorState error={day.error} onRetry={() => void day.refetch()} />
  return (
    <div className={styles.confirm}>
      <DeskSummary choice={choice} chosen={chosen} />
      <section aria-labelledby="step-details" className={styles.section}>
        <StepHeading step="details">{t(nearest ? 'booking.details.lost' : 'bookFor.confirm')}</StepHeading>
        {nearest && <TakenTime nearest={nearest} isPending={!taken && found.isPending} onTime={onTime} onOther={back} />}
        <Form form={{ ...form, problem: taken || isLost ? undefined : form.problem }}>
          {who}
          {mentors.length > 0 && (
            <MentorChoice
              legend={t('slotChoice.mentor')}
              mentors={mentors}
              chosen={choice.with}
              onChoose={mentor => change(choose.with(mentor), { replace: true })}
            />
          )}
          <Questions
            values={questions}
            problems={form.refusal?.errors ?? {}}
            heading={t('bookFor.questions')}
            hint={t('bookFor.questionsHint')}
            onChange={next => form.set({ questions: next })}
          />
          <InterpreterField
            label={t('interpreter.theyNeed')}
            value={interpreting ?? interpretingUntilChanged}
            error={form.errors.interpreting}
            onChange={next => form.set({ interpreting: next })}
          />
          {contracts ? (
            contracts.length > 0 && (
              <Agreements
                behalf
                contracts={contracts}
                value={accepted}
                error={form.errors.accepted}
                onChange={next => form.set({ accepted: next })}
              />
            )
          ) : (
            <TextSkeleton lines={1} />
          )}
          <FormActions sticky>
            {time && !nearest && contracts && (
              <Button type="submit" kind="primary" busy={form.busy}>
                {t('bookFor.book')}
              </Button>
            )}
            <Button onClick={back}>{t('bookFor.otherTime')}</Button>
          </FormActions>
        </Form>
      </section>
    </div>
  )
}
