import type { FeedbackRead } from '#contract/feedback.ts'
import { IconEye } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { AnswerValue } from './answer-value.tsx'
import styles from './feedbacks.module.css'

type Shown = Omit<FeedbackRead, 'session' | 'low' | 'needs_look' | 'looked'> & Partial<Pick<FeedbackRead, 'low' | 'needs_look' | 'looked'>>

interface FeedbackItemProps {
  feedback: Shown
  /** The place's zone, for the time of the feedback. */
  zone: string
  edge?: string
  level: 'h2' | 'h3'
  children?: React.ReactNode
}

/** One person's feedback on a session; a low score stays marked until it is reviewed. */
export function FeedbackItem({ feedback, zone, edge, level: Heading, children }: FeedbackItemProps) {
  const { author, type, answers, created_at, entered_by, needs_look, looked, withheld } = feedback
  const name = author?.name ?? t(`feedbacks.by.${type}`)
  return (
    <Card as="article" {...(edge && { edge })} label={t('feedbacks.byOn', { name, when: formatDateTime(created_at, zone) })}>
      <header className={styles.itemHead}>
        <div>
          <Heading className={styles.author}>{name}</Heading>
          <p className="soft small">
            {author && `${t(`feedbacks.as.${type}`)} · `}
            {formatDateTime(created_at, zone)}
            {entered_by && ` · ${t('feedbacks.enteredBy', { name: entered_by.name })}`}
          </p>
        </div>
        {needs_look && <Badge tone="warm">{t('feedbacks.needsLook')}</Badge>}
        {looked && <Badge tone="good">{t('feedbacks.lookedBy', { name: looked.by.name })}</Badge>}
      </header>
      {children}
      {answers.length > 0 && (
        <dl className={styles.answers}>
          {answers.map(({ question_id, prompt, widget, value }) => (
            <div key={question_id} className={widget === 'text' ? styles.wide : undefined}>
              <dt>
                <bdi>{prompt}</bdi>
              </dt>
              <dd>
                <AnswerValue widget={widget} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {needs_look && !withheld && <MarkReviewed id={feedback.id} />}
    </Card>
  )
}

function MarkReviewed({ id }: { id: string }) {
  const look = useApiMutation('POST /api/feedback/{id}/looked', { success: t('feedbacks.lookedNow') })
  return (
    <div className={styles.look}>
      <p className="small">{t('feedbacks.lookText')}</p>
      <Button small busy={look.isPending} icon={<IconEye size={18} aria-hidden="true" />} onClick={() => look.mutate({ params: { id } })}>
        {t('feedbacks.look')}
      </Button>
    </div>
  )
}
