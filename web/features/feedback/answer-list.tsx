import type { ResponseBody } from '../../lib/api.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { nameColour } from '../../ui/colour-name.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { clearedBar, readFilters } from './feedback-filters.ts'
import { FeedbackItem } from './feedback-item.tsx'
import styles from './feedbacks.module.css'

/** The answers, newest first; filtered after a click on a bar, and then focused. */
export function AnswerList({ data, meta, summary, unsearched }: ResponseBody<'GET /api/feedback'>) {
  const [params, setParams] = useSearchParams<'feedbacks'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { question_id, prompt, value, word, needs_look } = readFilters(params)
  const bar = [question_id, prompt, value, word, needs_look].filter(Boolean).join(' ')
  const last = useRef('')
  useEffect(() => {
    if (bar && bar !== last.current) heading.current?.focus()
    last.current = bar
  }, [bar])
  const isColour = summary.questions.some(
    question => question.question_id === question_id && question.prompt === prompt && question.widget === 'colour',
  )
  const isStars = summary.questions.some(
    question => question.question_id === question_id && question.prompt === prompt && question.widget === 'star',
  )
  const said = isColour ? nameColour(value ?? '') : isStars ? t('feedbackAnswer.stars', { count: Number(value) }) : (value ?? '')
  return (
    <section className={styles.list} aria-labelledby="answers">
      <div className={styles.listHead}>
        <h2 id="answers" ref={heading} tabIndex={-1}>
          {t('feedbacks.list')}
        </h2>
        <p className="soft small tabular" role="status">
          {t('feedbacks.count', { count: meta.total })}
        </p>
      </div>
      {bar && (
        <p className={styles.chip}>
          {question_id && value !== undefined && <span>{t('feedbacks.answered', { prompt: prompt ?? '', value: said })}</span>}
          {word && <span>{t('feedbacks.withWord', { word })}</span>}
          {needs_look && <span>{t('feedbacks.onlyLook')}</span>}
          <Button small kind="plain" onClick={() => setParams(clearedBar)}>
            {t('feedbacks.allAnswers')}
          </Button>
        </p>
      )}
      {unsearched > 0 && <p className="soft small">{t('feedbacks.unsearched', { count: unsearched })}</p>}
      {data.length === 0 && <p className="soft">{t(bar ? 'feedbacks.noneHere' : 'feedbacks.none')}</p>}
      <div className={styles.items}>
        {data.map(feedback => {
          const { session, appointment_id } = feedback
          return (
            <FeedbackItem key={feedback.id} feedback={feedback} zone={session.time_zone} edge={session.support_type.colour} level="h3">
              <p className="small">
                <SupportTypeMark name={session.support_type.name} colour={session.support_type.colour} /> ·{' '}
                {session.client
                  ? t('feedbacks.session', { mentor: session.mentor.name, client: session.client.name })
                  : t('feedbacks.sessionWith', { mentor: session.mentor.name })}{' '}
                ·{' '}
                <Link to={paths.appointmentFeedbacks(session.schedule_id, appointment_id)}>
                  {formatDateTimeThere(session.starts_at, session.time_zone)}
                </Link>
              </p>
              {feedback.withheld && (
                <div className={styles.look}>
                  <p className="small">{t('feedbacks.needsReason')}</p>
                  <ButtonLink to={paths.appointmentFeedbacks(session.schedule_id, appointment_id)} small>
                    {t('feedbacks.giveReason')}
                  </ButtonLink>
                </div>
              )}
            </FeedbackItem>
          )
        })}
      </div>
      <Pager meta={meta} />
    </section>
  )
}
