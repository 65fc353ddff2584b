import { addDays } from '#domain/time/local-date.ts'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../lib/messages.ts'
import { todayInVisitorZone } from '../lib/today.ts'
import { readDigits } from '../lib/read-digits.ts'
import { formatTypedDate, formatTypedTime, isTwelveHourClock, parseTypedDate, parseTypedTime } from '../lib/typed-date.ts'
import styles from './date-field.module.css'
import { Field, type FieldBaseProps } from './field.tsx'
import field from './field.module.css'

interface DateFieldProps extends FieldBaseProps {
  name: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (value: string) => void
  /** The calendar offers no days outside. */
  min?: string | undefined
  max?: string | undefined
}

/**
 * A date, typed as people write it or chosen in the browser's calendar. A date that cannot be read stops the form.
 */
export const DateField = (props: DateFieldProps) => <TypedField {...props} kind={dates} />

/** A time of day, `HH:MM` or empty, typed and shown as the language writes it. */
export const TimeField = (props: Omit<DateFieldProps, 'min' | 'max'>) => <TypedField {...props} kind={times} />

/** A date and a time of day, `YYYY-MM-DDTHH:MM` or empty. The time follows once there is a date. */
export function DateTimeField({ label, hint, optional, error, name, value, onChange }: Omit<DateFieldProps, 'min' | 'max'>) {
  const [date = '', time = ''] = value.split('T')
  const at = (day: string, clock: string) => onChange(day && `${day}T${clock || startOfWork}`)
  return (
    <div className={styles.pair}>
      <DateField {...{ label, hint, optional, error, name }} value={date} onChange={day => at(day, time)} />
      {date && <TimeField label={t('timeField.at')} name={`${name}_time`} value={time} onChange={clock => at(date, clock)} />}
    </div>
  )
}
const startOfWork = '09:00'

interface Kind {
  picker: 'date' | 'time'
  format: (value: string) => string
  /** Null if the text cannot be read. */
  parse: (text: string) => string | null
  /** Whether the text is complete, so that it counts while it is being typed. */
  isComplete: RegExp
  step: (value: string, steps: number) => string
  placeholder: () => string
  unreadable: () => string
}

const dates: Kind = {
  picker: 'date',
  format: formatTypedDate,
  parse: text => parseTypedDate(text, todayInVisitorZone()),
  isComplete: /\d{4}$|^\d{4}-\d\d-\d\d$/,
  step: (value, steps) => addDays(value, steps),
  placeholder: () => t('dateField.example'),
  unreadable: () => t('dateField.unreadable', { example: formatTypedDate(todayInVisitorZone()) }),
}

const dayMinutes = 1440
const stepMinutes = 15

const times: Kind = {
  picker: 'time',
  format: formatTypedTime,
  parse: parseTypedTime,
  isComplete: /^\d\d:?\d\d$|^\d\d?:\d\d\s?\D+$/,
  step: (value, steps) => {
    const [hours = 0, minutes = 0] = value.split(':').map(Number)
    const next = (hours * 60 + minutes + steps * stepMinutes + dayMinutes) % dayMinutes
    return `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`
  },
  placeholder: () => (isTwelveHourClock ? formatTypedTime('09:00') : t('timeField.example')),
  unreadable: () => t('timeField.unreadable', { example: formatTypedTime('14:30') }),
}

function TypedField({ label, hint, error, optional, name, value, onChange, min, max, kind }: DateFieldProps & { kind: Kind }) {
  // What is being typed, and the value that it gave. Another value from outside replaces it.
  const [draft, setDraft] = useState<{ text: string; value: string; isBad?: boolean }>()
  const picker = useRef<HTMLInputElement>(null)
  const current = draft?.value === value ? draft : undefined
  const written = value && kind.format(value)
  const text = current?.text ?? written
  const give = (next: string) => {
    if (next !== value) onChange(next)
  }
  const type = (typed: string) => {
    const read = kind.isComplete.test(readDigits(typed).trim()) ? kind.parse(typed) : null
    const next = typed.trim() === '' ? '' : (read ?? value)
    setDraft({ text: typed, value: next })
    give(next)
  }
  /** Reads what was typed; false if it cannot be read. */
  const finish = (): boolean => {
    if (!current) return true
    const read = current.text.trim() === '' ? '' : kind.parse(current.text)
    setDraft(read === null ? { text: current.text, value: '', isBad: true } : undefined)
    give(read ?? '')
    return read !== null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (event.key === 'Enter' && !finish()) event.preventDefault()
    if (!steps || !value || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setDraft(undefined)
    give(kind.step(value, steps))
  }
  return (
    <Field {...{ label, hint, optional, error: current?.isBad ? kind.unreadable() : error }}>
      {control => (
        <div className={styles.frame}>
          <input
            {...control}
            name={name}
            className={`${field.control} ${styles.text}`}
            value={text}
            placeholder={kind.placeholder()}
            inputMode={kind.picker === 'time' && !isTwelveHourClock ? 'numeric' : undefined}
            autoComplete="off"
            maxLength={40}
            data-unreadable={current?.isBad || undefined}
            data-unread={text.trim() !== written || undefined}
            onChange={event => type(event.target.value)}
            onBlur={finish}
            onKeyDown={onKeyDown}
          />
          {/* The browser's own calendar or clock. On touch screens it covers the text. */}
          <input
            ref={picker}
            type={kind.picker}
            className={styles.picker}
            value={value}
            min={min}
            max={max}
            tabIndex={-1}
            aria-hidden="true"
            onChange={event => {
              setDraft(undefined)
              give(event.target.value)
            }}
          />
          {kind.picker === 'date' && (
            <button
              type="button"
              className={styles.open}
              aria-describedby={`${control.id}-label`}
              onClick={() => picker.current?.showPicker()}
            >
              <IconCalendar size={20} stroke={1.6} aria-hidden="true" />
              <span className="visually-hidden">{t('dateField.open')}</span>
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
