import { type ReactNode, useId } from 'react'
import { FieldError } from '../../ui/field.tsx'
import styles from './users.module.css'

interface RadioChoiceProps {
  legend: string
  name: string
  value: string
  options: readonly { value: string; label: string; text?: string | undefined; picture?: ReactNode }[]
  error?: string | undefined
  onChange: (value: string) => void
}

/** Radio buttons with descriptions. */
export function RadioChoice({ legend, name, value, options, error, onChange }: RadioChoiceProps) {
  const id = useId()
  return (
    <fieldset
      className={styles.choice}
      role="radiogroup"
      tabIndex={error ? -1 : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{legend}</legend>
      <div className={styles.options}>
        {options.map(option => (
          <label key={option.value} className={styles.option}>
            <input type="radio" name={name} value={option.value} checked={value === option.value} onChange={() => onChange(option.value)} />
            <span className={styles.optionText}>
              {option.picture}
              <span>{option.label}</span>
              {option.text && <span className="soft small">{option.text}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
