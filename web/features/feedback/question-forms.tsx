import type { FeedbackType, Question } from '#contract/feedback.ts'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { FormPreview } from './form-preview.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { QuestionList } from './question-list.tsx'
import styles from './questions.module.css'

/** Edits one of the two forms: its questions, their order and a preview. */
export function QuestionForms({ type }: { type: FeedbackType }) {
  const options = queryOptionsOf('GET /api/feedback-questions', { query: { type, retired: 'true' } })
  const query = useQuery(options)
  const [editing, setEditing] = useState<Question | 'new'>()
  const setOrder = (order: Question[]) =>
    queryClient.setQueryData(options.queryKey, before => before && { data: [...order, ...before.data.filter(({ active }) => !active)] })
  return (
    <Loaded query={query}>
      {({ data }) => {
        const active = data.filter(question => question.active)
        return (
          <div className={styles.columns}>
            <div className={styles.column}>
              {editing && (
                <QuestionEditor
                  key={editing === 'new' ? 'new' : editing.id}
                  type={type}
                  question={editing === 'new' ? undefined : editing}
                  onClose={() => setEditing(undefined)}
                />
              )}
              {active.length === 0 && !editing && (
                <EmptyState title={t('questions.none')} icon={<IconListCheck size={26} stroke={1.6} aria-hidden="true" />}>
                  {t('questions.noneText')}
                </EmptyState>
              )}
              {!editing && (
                <p>
                  <Button kind="primary" icon={<IconPlus size={20} aria-hidden="true" />} onClick={() => setEditing('new')}>
                    {t('questions.add')}
                  </Button>
                </p>
              )}
              {data.length > 0 && <QuestionList type={type} questions={data} onOrder={setOrder} onEdit={setEditing} />}
            </div>
            <FormPreview questions={active} />
          </div>
        )
      }}
    </Loaded>
  )
}
