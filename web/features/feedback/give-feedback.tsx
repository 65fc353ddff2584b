import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { FeedbackType } from '#contract/feedback.ts'
import { queryOptionsOf, queryKeyOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal, sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { RatedSession } from './rated-session.tsx'
import styles from './feedback.module.css'

interface GiveFeedbackProps {
  wanted: { appointment_id?: string | undefined; reference?: string | undefined; type?: FeedbackType | undefined }
  /** Links shown when there is no (further) feedback to give. */
  onward: ReactNode
  /** Shown if there is no such appointment. */
  notFound: ReactNode
}

/** The feedback form of one session, or why none can be given. */
export function GiveFeedback({ wanted, onward, notFound }: GiveFeedbackProps) {
  const [given, setGiven] = useState(false)
  const me = useSession()?.user.id
  const query = useQuery({
    ...queryOptionsOf('GET /api/feedback/create', { query: wanted }),
    enabled: !given,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const done = () => {
    setGiven(true)
    for (const name of [
      'GET /api/my-profile',
      'GET /api/appointments/{id}',
      'GET /api/feedback',
      'GET /api/appointment-feedback/{id}',
    ] as const)
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(name) })
  }
  if (given) return <Thanks onward={onward}>{query.data?.for_other ? t('feedbackForm.written') : t('feedbackForm.thanksText')}</Thanks>
  // A refusal that comes later, when the connection returns, takes no answers off the page.
  const refused = query.data === undefined ? query.error : null
  if (isRefusal(refused, 'not_found') || isRefusal(refused, 'missing_ability') || isRefusal(refused, 'invalid')) return notFound
  if (isRefusal(refused, 'already_given')) return <Ended onward={onward}>{t('feedbackForm.givenOther')}</Ended>
  if (isRefusal(refused, 'not_held')) return <Ended onward={onward}>{sentenceOf(refused)}</Ended>
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={8} />}>
      {asked => (
        <>
          <RatedSession appointment={asked.appointment} client={asked.appointment.user.id !== me} />
          {asked.for_other && (
            <Notice>
              {t('feedbackForm.forClient', { name: asked.type === 'client' ? asked.appointment.user.name : asked.appointment.mentor.name })}
            </Notice>
          )}
          <FeedbackForm
            key={asked.appointment.id + asked.type}
            asked={asked}
            onStale={() => query.refetch({ throwOnError: true })}
            onGiven={done}
          />
        </>
      )}
    </Loaded>
  )
}

/** Takes the focus of the button that is gone. */
function Thanks({ onward, children }: { onward: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1}>
      <EmptyState title={t('feedbackForm.thanks')} action={onward}>
        {children}
      </EmptyState>
    </div>
  )
}

function Ended({ onward, children }: { onward: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.ended}>
      <Notice>{children}</Notice>
      <div className={styles.onward}>{onward}</div>
    </div>
  )
}
