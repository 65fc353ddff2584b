import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { weekdays } from '../../lib/week.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TimeField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { formatWeekday } from '../schedules/format-repeat.ts'
import { nextRange, rangeProblem, type TypedRange } from './weekly-hours-values.ts'
import styles from './weekly-hours.module.css'

interface RangeFieldsProps {
  value: readonly TypedRange[]
  /** The error of the first wrong row. */
  error: string | undefined
  supportTypes: readonly { id: string; name: string }[]
  onChange: (value: readonly TypedRange[]) => void
}

const maxRanges = 21
const weekdayOptions = weekdays.map(day => ({ value: String(day), label: formatWeekday(day) }))

/** The times of a week, each with its weekday and support type. */
export function RangeFields({ value, error, supportTypes, onChange }: RangeFieldsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const wrong = error ? (rangeProblem(value)?.index ?? 0) : -1
  const change = (key: number, part: Partial<TypedRange>) =>
    onChange(value.map(range => (range.key === key ? { ...range, ...part } : range)))
  return (
    <div className={styles.ranges}>
      {value.map(({ key, ...range }, index) => (
        <fieldset key={key} className={styles.range}>
          <legend>{t('weeklyHours.range', { number: index + 1 })}</legend>
          <SelectField
            label={t('weeklyHours.weekday')}
            name="weekday"
            value={range.weekday}
            options={weekdayOptions}
            onChange={weekday => change(key, { weekday })}
          />
          <TimeField
            label={t('weeklyHours.starts')}
            name="starts"
            value={range.starts}
            error={wrong === index ? error : undefined}
            onChange={starts => change(key, { starts })}
          />
          <TimeField label={t('weeklyHours.ends')} name="ends" value={range.ends} onChange={ends => change(key, { ends })} />
          <SelectField
            label={t('weeklyHours.supportType')}
            name="support_type_id"
            value={range.support_type_id}
            options={namedOptions(supportTypes)}
            onChange={support_type_id => change(key, { support_type_id })}
          />
          {value.length > 1 && (
            <IconButton
              className={styles.remove}
              label={t('weeklyHours.removeRange', { number: index + 1 })}
              onClick={() => {
                onChange(value.filter(one => one.key !== key))
                add.current?.focus()
              }}
            >
              <IconTrash size={20} aria-hidden="true" />
            </IconButton>
          )}
        </fieldset>
      ))}
      <p>
        <Button
          ref={add}
          icon={<IconPlus size={18} aria-hidden="true" />}
          disabled={value.length >= maxRanges}
          onClick={() => onChange([...value, nextRange(value)])}
        >
          {t('weeklyHours.addRange')}
        </Button>
      </p>
    </div>
  )
}
