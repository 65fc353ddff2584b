import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Field, type FieldBaseProps } from '../../ui/field.tsx'
import field from '../../ui/field.module.css'
import arrow from '../../ui/select-arrow.module.css'
import styles from './settings.module.css'

const minutesIn = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof minutesIn
const units: readonly Unit[] = ['days', 'hours', 'minutes']

interface DurationFieldProps extends Omit<FieldBaseProps, 'optional'> {
  label: string
  name: string
  /** Minutes as text; empty without input; otherwise what was typed. */
  value: string
  onChange: (minutes: string) => void
}

/** A duration with its unit; the value is in minutes, or what was typed where that is no whole number. */
export function DurationField({ label, hint, error, name, value, onChange }: DurationFieldProps) {
  const [chosen, setUnit] = useState<Unit>(() => largestUnit(value))
  const unit = !/^\d+$/.test(value) || Number(value) % minutesIn[chosen] === 0 ? chosen : largestUnit(value)
  const count = countOf(value, unit)
  const change = (text: string, of: Unit) => onChange(minutesOf(text, of))
  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <div className={styles.duration}>
          <input
            {...control}
            name={name}
            className={field.control}
            inputMode="numeric"
            value={count}
            onChange={event => change(event.target.value, unit)}
          />
          <select
            className={`${field.control} ${arrow.select}`}
            aria-label={t('settings.unitOf', { label })}
            value={unit}
            onChange={event => {
              setUnit(event.target.value as Unit)
              change(count, event.target.value as Unit)
            }}
          >
            {units.map(each => (
              <option key={each} value={each}>
                {t(`settings.${each}`)}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}

/** What was typed in minutes; as it is where it is no whole number, so that the form refuses it. */
export const minutesOf = (typed: string, unit: Unit): string =>
  /^\d+$/.test(typed.trim()) ? String(Number(typed.trim().slice(0, 6)) * minutesIn[unit]) : typed

/** What the field shows of a value in minutes. */
export const countOf = (value: string, unit: Unit): string => (/^\d+$/.test(value) ? String(Number(value) / minutesIn[unit]) : value)

const largestUnit = (value: string): Unit =>
  units.find(unit => Number(value) > 0 && Number(value) % minutesIn[unit] === 0 && (unit !== 'days' || Number(value) >= 2880)) ?? 'hours'
