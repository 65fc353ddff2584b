import type { FeedbackType, Question } from '#contract/feedback.ts'
import { call, queryKeyOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { toast } from '../../ui/toast.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import styles from './questions.module.css'

const lists = ['GET /api/feedback-questions'] as const

interface QuestionListProps {
  type: FeedbackType
  questions: readonly Question[]
  onOrder: (questions: Question[]) => void
  onEdit: (question: Question) => void
}

/** The questions of a form in order, with their actions. */
export function QuestionList({ type, questions, onOrder, onEdit }: QuestionListProps) {
  const active = questions.filter(question => question.active)
  const retired = questions.filter(question => !question.active)
  const reorder = (order: Question[]) => {
    onOrder(order)
    call('POST /api/feedback-questions/reorder', { body: { type, ids: order.map(({ id }) => id) } })
      .catch(error =>
        toast(isRefusal(error, 'stale') ? t('questions.orderStale') : error instanceof Error ? error.message : '', { type: 'error' }),
      )
      .finally(() => void queryClient.invalidateQueries({ queryKey: queryKeyOf(lists[0]) }))
  }
  const restoring = useApiMutation('PUT /api/feedback-questions/{id}', { success: t('questions.askedAgain'), invalidates: lists })
  const restore = ({ id, revision }: Pick<Question, 'id' | 'revision'>) =>
    restoring.mutate({ params: { id }, body: { active: true, revision } })
  const retiring = useApiMutation('DELETE /api/feedback-questions/{id}', {
    success: question => ({ text: t('questions.retiredNow'), action: { label: t('ui.undo'), run: () => restore(question) } }),
    invalidates: lists,
  })
  const retire = ({ id, revision }: Question) => retiring.mutate({ params: { id }, query: { revision } })
  const isBusy = ({ id }: Question) => [retiring, restoring].some(({ isPending, variables }) => isPending && variables.params.id === id)
  return (
    <>
      <SortableList label={t('questions.order')} items={active} nameOf={({ prompt }) => prompt} onOrder={reorder}>
        {question => (
          <div className={styles.question}>
            <div>
              <p className={styles.prompt}>
                <bdi>{question.prompt}</bdi>
              </p>
              <p className={styles.about}>
                {t(`questions.widget.${question.widget}`)}
                {question.required && <Badge tone="accent">{t('questions.requiredBadge')}</Badge>}
              </p>
            </div>
            <div className={styles.questionActions}>
              <Button small kind="plain" data-edit={question.id} onClick={() => onEdit(question)}>
                {t('questions.edit')}
                <span className="visually-hidden">
                  : <bdi>{question.prompt}</bdi>
                </span>
              </Button>
              <Button small kind="plain" busy={isBusy(question)} onClick={() => retire(question)}>
                {t('questions.retire')}
                <span className="visually-hidden">
                  : <bdi>{question.prompt}</bdi>
                </span>
              </Button>
            </div>
          </div>
        )}
      </SortableList>
      {retired.length > 0 && (
        <details className={styles.retired}>
          <summary>{t('questions.retired', { count: retired.length })}</summary>
          <p className="soft small">{t('questions.retiredText')}</p>
          <ul>
            {retired.map(question => (
              <li key={question.id}>
                <span>
                  <bdi>{question.prompt}</bdi>
                </span>
                <Button small busy={isBusy(question)} onClick={() => restore(question)}>
                  {t('questions.askAgain')}
                  <span className="visually-hidden">
                    : <bdi>{question.prompt}</bdi>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
