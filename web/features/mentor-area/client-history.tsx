import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { AnswerText } from '../../ui/answer-text.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import styles from './mentor-area.module.css'

const shownFirst = 5

/** A client's earlier appointments. Opening it is logged, and the client can see that. */
export function ClientHistory({ appointment }: { appointment: Appointment }) {
  const { user, mentor } = appointment
  const [all, setAll] = useState(false)
  const query = useQuery(queryOptionsOf('GET /api/previous-history', { query: { user_id: user.id } }))
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={3} />}>
      {({ appointments, sessions_with_others = [] }) => {
        const isBefore = ({ starts_at }: { starts_at: string }) => Date.parse(starts_at) < Date.parse(appointment.starts_at)
        const before = appointments.filter(past => isBefore(past) && past.status !== 'entered-in-error')
        const others = sessions_with_others.filter(isBefore)
        const none =
          others.length === 0 ? t('clientHistory.none', { name: user.name }) : t('clientHistory.noneWithYou', { name: user.name })
        return (
          <>
            <p className="soft small">
              {before.length === 0 ? none : t('clientHistory.count', { count: before.length })}{' '}
              {t('clientHistory.seen', { name: user.name })}
            </p>
            <ul className={styles.history}>
              {before.slice(0, all ? undefined : shownFirst).map(past => (
                <PastVisit key={past.id} past={past} ownId={mentor.id} />
              ))}
            </ul>
            {!all && before.length > shownFirst && (
              <Button small kind="plain" onClick={() => setAll(true)}>
                {t('clientHistory.all', { count: before.length })}
              </Button>
            )}
            {others.length > 0 && <WithOthers sessions={others} />}
          </>
        )
      }}
    </Loaded>
  )
}

type History = ResponseBody<'GET /api/previous-history'>
type Past = History['appointments'][number]

/** Earlier appointments with other mentors, without their content. */
function WithOthers({ sessions }: { sessions: NonNullable<History['sessions_with_others']> }) {
  const [all, setAll] = useState(false)
  return (
    <div className={styles.past}>
      <p className="soft small">{t('clientHistory.others', { count: sessions.length })}</p>
      <ul className={`${styles.questions} small`}>
        {sessions.slice(0, all ? undefined : shownFirst).map(({ starts_at, time_zone }) => (
          <li key={starts_at}>{formatDateTimeThere(starts_at, time_zone)}</li>
        ))}
      </ul>
      {!all && sessions.length > shownFirst && (
        <Button small kind="plain" onClick={() => setAll(true)}>
          {t('clientHistory.allOthers', { count: sessions.length })}
        </Button>
      )}
    </div>
  )
}

function PastVisit({ past, ownId }: { past: Past; ownId: string }) {
  const { support_type, mentor, starts_at, time_zone, status, questions, feedbacks } = past
  return (
    <li className={styles.past}>
      <p className={styles.visitHead}>
        <strong>{formatDateTimeThere(starts_at, time_zone)}</strong>
        <StatusBadge status={status} />
      </p>
      <p className="small">
        <SupportTypeMark name={support_type.name} colour={support_type.colour} />{' '}
        {mentor.id === ownId ? t('clientHistory.withYou') : t('clientHistory.with', { mentor: mentor.name })}
      </p>
      {questions.length > 0 && (
        <ul className={`${styles.questions} small`}>
          {questions.map((question, index) => (
            <li key={index}>
              <bdi>{question}</bdi>
            </li>
          ))}
        </ul>
      )}
      {feedbacks.map(({ id, author, answers }) => (
        <div key={id}>
          <p className="soft small" id={`said-${id}`}>
            {author.id === ownId ? t('clientHistory.youSaid') : t('clientHistory.said', { name: author.name })}
          </p>
          <dl className={styles.answers} aria-labelledby={`said-${id}`}>
            {answers
              .filter(({ value }) => value !== '')
              .map(({ question_id, prompt, widget, value }) => (
                <div key={question_id}>
                  <dt>
                    <bdi>{prompt}</bdi>
                  </dt>
                  <dd>
                    <AnswerText widget={widget} value={value} />
                  </dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
    </li>
  )
}
