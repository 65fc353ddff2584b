import type { SupportType } from '#contract/support-types.ts'
import type { ReactNode } from 'react'
import type { preparing } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { choose, type ChangeChoice, type Step } from '../booking/choice.ts'
import type { SearchFilter } from '../booking/search.ts'
import { DayStep } from '../booking/time/day-step.tsx'
import { TimeStep } from '../booking/time/time-step.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './desk-booking.module.css'
import type { DeskChoice } from './desk-choice.ts'
import { FirstAvailable } from './first-available.tsx'
import { TimeFilters } from './time-filters.tsx'
import { TypeChoice } from './type-choice.tsx'
import { useFirstTime } from './use-first-time.ts'

interface ChooseStepProps {
  choice: DeskChoice
  change: ChangeChoice
  wanted: SearchFilter | undefined
  step: Step
  supportTypes: readonly SupportType[]
  who: ReactNode
  /** For the calendar and the times, which lead to the next step: loads it. */
  ahead: ReturnType<typeof preparing>
}

/**
 * Client, support type, day and time next to each other; on a phone, the times of a day are a screen of their own.
 */
export function ChooseStep({ choice, change, wanted, step, supportTypes, who, ahead }: ChooseStepProps) {
  return (
    <div className={styles.columns} data-step={step}>
      <div data-of="who" className={styles.side}>
        {who}
        {supportTypes.length > 1 && (
          <TypeChoice
            supportTypes={supportTypes}
            chosen={choice.supportType}
            onChoose={id => change(choose.supportType(id), { replace: true })}
          />
        )}
      </div>
      {wanted ? <When {...{ choice, change, wanted, ahead }} /> : <NothingToBook />}
    </div>
  )
}

/** Before the first session is published, or after the last. */
const NothingToBook = () => (
  <EmptyState
    title={t('booking.what.none')}
    action={can('Schedule Create') && <ButtonLink to={paths.scheduleCreate()}>{t('opening.planSession')}</ButtonLink>}
  >
    <p>{t('opening.noSession')}</p>
  </EmptyState>
)

/** The calendar, and the times of the chosen day or of the first free one. */
function When({ choice, change, wanted, ahead }: Pick<ChooseStepProps, 'choice' | 'change' | 'ahead'> & { wanted: SearchFilter }) {
  const first = useFirstTime(wanted)
  const date = choice.date ?? first?.date
  return (
    <>
      <section data-of="day" aria-labelledby="step-day" className={styles.section} {...ahead}>
        {first && <FirstAvailable first={first} change={change} />}
        <DayStep key={wanted.supportType} {...{ wanted, choice, change }} filters={<TimeFilters choice={choice} change={change} />} />
      </section>
      {date && (
        <section data-of="time" aria-labelledby="step-time" {...ahead}>
          <TimeStep key={JSON.stringify([wanted, date])} {...{ wanted, date, choice, change }} />
        </section>
      )}
    </>
  )
}
