import type { Question } from '#contract/feedback.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { AnswerField } from './answer-field.tsx'
import styles from './questions.module.css'

/** The form as the respondent sees it, to try out; nothing is sent. */
export function FormPreview({ questions }: { questions: readonly Question[] }) {
  const [values, setValues] = useState<Record<string, string>>({})
  return (
    <Card as="section" label={t('questions.preview')}>
      <div>
        <h2 className={styles.title}>{t('questions.preview')}</h2>
        <p className="soft small">{t('questions.previewText')}</p>
      </div>
      {questions.length === 0 && <p className="soft">{t('questions.previewNone')}</p>}
      {questions.map(question => (
        <AnswerField
          key={question.id}
          question={question}
          name={`try-${question.id}`}
          value={values[question.id] ?? ''}
          onChange={value => setValues(before => ({ ...before, [question.id]: value }))}
        />
      ))}
    </Card>
  )
}
