import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { BookAgain } from './book-again.tsx'
import { choose, type Choice } from './choice.ts'
import { ContactLine } from './contact-line.tsx'
import { loadWhenSteps } from './load-when-steps.ts'
import { MentorBanner } from './mentor-banner.tsx'
import { prefetchDays } from './search.ts'
import { StepHeading } from './step-heading.tsx'
import styles from './steps.module.css'
import { SupportTypeChoice } from './support-type-choice.tsx'
import { todayHere } from './today.ts'
import { spanAround } from './calendar-days.ts'
import { useChosenMentor } from './use-chosen-mentor.ts'
import type { ChangeChoice } from './use-choice.ts'

/** The first step: which kind of support. Somebody who has been here is offered the same again. */
export function WhatStep({ choice, change }: { choice: Choice; change: ChangeChoice }) {
  const history = useQuery(queryOf('GET /api/previous-history'))
  const mentor = useChosenMentor(choice.mentor)
  const contact = useSite()?.contact
  const approach = (id: string) => {
    void loadWhenSteps()
    prefetchDays({ ...choice, supportType: id }, spanAround(todayHere(), todayHere()))
  }

  return (
    <section className={styles.what} aria-labelledby="step-what">
      <StepHeading step="what">{t('booking.what.heading')}</StepHeading>
      <Loaded query={history} skeleton={<ListSkeleton rows={4} height="7.25rem" />}>
        {({ support_types, last_appointment }) => {
          const active = support_types.filter(type => type.active)
          const offered = mentor?.support_types.length
            ? active.filter(type => type.id === choice.supportType || mentor.support_types.some(({ id }) => id === type.id))
            : active
          const again = !choice.mentor && isOffered(last_appointment, active) ? last_appointment : null
          const unknown = choice.supportType && !active.some(({ id }) => id === choice.supportType)
          if (active.length === 0) {
            return (
              <EmptyState title={t('booking.what.none')}>
                {t('booking.what.noneText')} <ContactLine contact={contact} />
              </EmptyState>
            )
          }
          return (
            <>
              {unknown && <Notice kind="warning">{t('booking.what.gone')}</Notice>}
              {mentor && <MentorBanner mentor={mentor} onAny={() => change(choose.mentor(undefined), { replace: true })} />}
              {again && (
                <>
                  <BookAgain last={again} onChoose={() => change(choose.again(again.support_type.id, again.mentor.id))} />
                  <p className={styles.or}>{t('booking.again.or')}</p>
                </>
              )}
              <SupportTypeChoice
                supportTypes={offered}
                chosen={choice.supportType}
                onChoose={id => id !== choice.supportType && change(choose.supportType(id))}
                onApproach={approach}
              />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const isOffered = (last: Appointment | null, active: readonly { id: string }[]) =>
  last !== null && active.some(({ id }) => id === last.support_type.id)
