import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { BoundField } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { DurationField } from './duration-field.tsx'
import styles from './settings.module.css'

const maxReminders = 5

/** Up to five reminders, each as time before the start. */
export function ReminderList({ value, error, onChange }: BoundField<readonly string[]>) {
  const add = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    // The full list has no button that adds one.
    flushSync(() => onChange(value.toSpliced(index, 1)))
    add.current?.focus()
  }
  return (
    <fieldset className={styles.reminders}>
      <legend>{t('settings.reminders')}</legend>
      <p className="soft small">{value.length === 0 ? t('settings.remindersNone') : t('settings.remindersHint')}</p>
      {value.map((minutes, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- reminders are identified by their position
        <div key={index} className={styles.reminder}>
          <DurationField
            label={t('settings.reminder', { number: index + 1 })}
            name="reminder_minutes"
            value={minutes}
            onChange={typed => onChange(value.with(index, typed))}
          />
          <IconButton label={t('settings.reminderRemove', { number: index + 1 })} onClick={() => remove(index)}>
            <IconTrash size={20} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <FieldError id="reminders-error" error={error} />
      {value.length < maxReminders && (
        <div>
          <Button ref={add} small icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => onChange([...value, '60'])}>
            {t('settings.reminderAdd')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
