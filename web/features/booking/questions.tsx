import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { writeFieldErrors } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import styles from './questions.module.css'

const maxQuestions = 10

interface QuestionsProps {
  values: readonly string[]
  /** The server's sentences by field (`questions.0`). */
  problems: Record<string, string[]>
  /** Replaces the heading meant for clients. */
  heading?: string
  hint?: string
  onChange: (values: string[]) => void
}

/** The client's topics: up to ten optional short texts. */
export function Questions({
  values,
  problems,
  heading = t('booking.questions.heading'),
  hint = t('booking.questions.text'),
  onChange,
}: QuestionsProps) {
  const container = useRef<HTMLDivElement>(null)
  // Synchronous, so that the next key press lands in the new field.
  const change = (next: string[], focused: number) => {
    flushSync(() => onChange(next))
    container.current?.querySelectorAll('textarea')[focused]?.focus()
  }
  const add = () => change([...values, ''], values.length)
  const remove = (index: number) =>
    change(
      values.filter((_, other) => other !== index),
      index - 1,
    )

  return (
    <div ref={container} className={styles.questions}>
      {values.map((value, index) => (
        <div key={index} className={styles.question}>
          <TextAreaField
            name={`questions.${index}`}
            label={index === 0 ? heading : t('booking.questions.labelMore', { number: index + 1 })}
            hint={index === 0 ? hint : undefined}
            optional={index === 0}
            error={writeFieldErrors(problems[`questions.${index}`] ?? [])}
            maxLength={1000}
            value={value}
            onChange={text => onChange(values.map((old, other) => (other === index ? text : old)))}
          />
          {index > 0 && (
            <IconButton
              label={t('booking.questions.remove', { number: index + 1 })}
              className={styles.remove}
              onClick={() => remove(index)}
            >
              <IconX size={18} stroke={1.8} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {values.length < maxQuestions && values.at(-1)?.trim() && (
        <Button kind="plain" small className={styles.add} icon={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={add}>
          {t('booking.questions.add')}
        </Button>
      )}
    </div>
  )
}
