import type { FeedbackType, Question } from '#contract/feedback.ts'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { DialogGuardContext, useFormGuard } from '../../ui/dialog-guard.ts'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useLostFocus } from '../../ui/use-lost-focus.ts'
import { FormPreview } from './form-preview.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { QuestionList } from './question-list.tsx'
import styles from './questions.module.css'

/** Edits one of the two forms: its questions, their order and a preview. */
export function QuestionForms({ type }: { type: FeedbackType }) {
  const query = useQuery(questionsOf(type))
  return <Loaded query={query}>{({ data }) => <QuestionForm type={type} questions={data} />}</Loaded>
}

const questionsOf = (type: FeedbackType) => queryOptionsOf('GET /api/feedback-questions', { query: { type, retired: 'true' } })

function QuestionForm({ type, questions }: { type: FeedbackType; questions: readonly Question[] }) {
  const [editing, setEditing] = useState<Question | 'new'>()
  // Every opening starts from the question as it is then.
  const [opened, setOpened] = useState(0)
  const column = useRef<HTMLDivElement>(null)
  const edited = useRef<string>(undefined)
  const { guard, leave } = useFormGuard()
  const edit = (question: Question | 'new') =>
    leave(() => {
      edited.current = question === 'new' ? undefined : question.id
      setEditing(question)
      setOpened(opened + 1)
    })
  // The editor closes, or a question moves to another list, with the button that had the focus.
  useLostFocus(column, () => {
    const buttons = [...(column.current?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])]
    const back = buttons.find(({ dataset }) => dataset.edit === (edited.current ?? 'new')) ?? buttons[0]
    edited.current = undefined
    back?.focus()
  })
  const setOrder = (order: Question[]) =>
    queryClient.setQueryData(
      questionsOf(type).queryKey,
      before => before && { data: [...order, ...before.data.filter(({ active }) => !active)] },
    )
  const active = questions.filter(question => question.active)
  return (
    <div className={styles.columns}>
      <div ref={column} className={styles.column}>
        {editing && (
          <DialogGuardContext value={guard}>
            <QuestionEditor
              key={opened}
              type={type}
              question={editing === 'new' ? undefined : editing}
              onClose={() => leave(() => setEditing(undefined))}
            />
          </DialogGuardContext>
        )}
        {active.length === 0 && !editing && (
          <EmptyState title={t('questions.none')} icon={<IconListCheck size={26} stroke={1.6} aria-hidden="true" />}>
            {t('questions.noneText')}
          </EmptyState>
        )}
        {!editing && (
          <p>
            <Button kind="primary" data-edit="new" icon={<IconPlus size={20} aria-hidden="true" />} onClick={() => edit('new')}>
              {t('questions.add')}
            </Button>
          </p>
        )}
        {questions.length > 0 && <QuestionList type={type} questions={questions} onOrder={setOrder} onEdit={edit} />}
      </div>
      <FormPreview questions={active} />
    </div>
  )
}
