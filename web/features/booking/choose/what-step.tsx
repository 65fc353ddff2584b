import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { queryOptionsOf } from '../../../lib/api.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { t } from '../../../lib/messages.ts'
import { useSite } from '../../../lib/site.ts'
import { todayInVisitorZone } from '../../../lib/today.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { choose, type Choice, type ChangeChoice } from '../choice.ts'
import { ContactLine } from '../contact-line.tsx'
import { prefetchDays } from '../search.ts'
import { StepHeading } from '../step.tsx'
import styles from '../steps.module.css'
import { SupportTypeChoice } from './support-type-choice.tsx'
import { requestRange } from '../time/calendar-days.ts'
import { useChosenMentor } from '../use-offered.ts'

// A first visit has neither.
const loadCards = () => import('./mentor-cards.tsx')
const BookAgain = lazyPart(async () => ({ default: (await loadCards()).BookAgain }))
const MentorBanner = lazyPart(async () => ({ default: (await loadCards()).MentorBanner }))

/** The first step: the support type. A returning client can repeat their last booking. */
export function WhatStep({ choice, change }: { choice: Choice; change: ChangeChoice }) {
  const history = useQuery(queryOptionsOf('GET /api/previous-history'))
  const mentor = useChosenMentor(choice.mentor)
  const contact = useSite()?.contact
  const approach = (id: string) => {
    void loadWhenSteps()
    prefetchDays({ ...choice, supportType: id }, requestRange(todayInVisitorZone(), todayInVisitorZone()))
  }

  return (
    <section className={styles.what} aria-labelledby="step-what">
      <StepHeading step="what">{t('booking.what.heading')}</StepHeading>
      <Loaded query={history} skeleton={skeleton}>
        {({ support_types, last_appointment }) => {
          const active = support_types.filter(type => type.active)
          const offered = mentor?.support_types.length
            ? active.filter(type => type.id === choice.supportType || mentor.support_types.some(({ id }) => id === type.id))
            : active
          const again = !choice.mentor && isOffered(last_appointment, active) ? last_appointment : null
          const unknown = choice.supportType && !active.some(({ id }) => id === choice.supportType)
          if (active.length === 0) {
            return (
              <div className={styles.nothing}>
                <EmptyState title={t('booking.what.none')}>
                  {t('booking.what.noneText')} <ContactLine contact={contact} />
                </EmptyState>
              </div>
            )
          }
          return (
            <Suspense fallback={skeleton}>
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
            </Suspense>
          )
        }}
      </Loaded>
    </section>
  )
}

const skeleton = <ListSkeleton rows={4} height="7.25rem" />

const isOffered = (last: Appointment | null, active: readonly { id: string }[]) =>
  last !== null && active.some(({ id }) => id === last.support_type.id)

/** Loads the day and time steps. Called when a support type is hovered or focused, before it is chosen. */
export const loadWhenSteps = () => import('../time/when-steps.tsx')
