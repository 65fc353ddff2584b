import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { readDigits } from '../lib/read-digits.ts'
import { Field, FieldError, type FieldBaseProps } from './field.tsx'
import styles from './field.module.css'
import arrow from './select-arrow.module.css'
import { useId, type ReactNode } from 'react'

type Bound = FieldBaseProps & { name: string; value: string; onChange: (value: string) => void }
type Rest<Attributes> = Omit<Attributes, 'value' | 'onChange' | 'name'>

const ofNumbers = new Set(['numeric', 'decimal', 'tel'])

/** A text input. `{...form.field('phone')}` binds it to a form. Numbers arrive in the digits 0–9. */
export function TextField({
  label,
  hint,
  error,
  optional,
  onChange,
  className = '',
  ...rest
}: Bound & Rest<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {control => (
        <input
          {...rest}
          {...control}
          className={`${styles.control} ${className}`}
          onChange={({ target: { value } }) => onChange(ofNumbers.has(rest.inputMode ?? rest.type ?? '') ? readDigits(value) : value)}
        />
      )}
    </Field>
  )
}

/** A text area that grows with its content. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  onChange,
  ...rest
}: Bound & Rest<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {control => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className={styles.control}
          onChange={event => onChange(event.target.value)}
          // Browsers show only the line of the caret; a bar may cover the others. A pointer has it in view already.
          onFocus={({ currentTarget }) => currentTarget.matches(':active') || currentTarget.scrollIntoView({ block: 'nearest' })}
        />
      )}
    </Field>
  )
}

interface Options {
  options: readonly { value: string; label: string }[]
  /** Text of the empty option. */
  placeholder?: string
}

/** A native select. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  onChange,
  options,
  placeholder,
  ...rest
}: Bound & Options & Rest<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {control => (
        <select {...rest} {...control} className={`${styles.control} ${arrow.select}`} onChange={event => onChange(event.target.value)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: ReactNode
  name: string
  value: boolean
  error?: string | undefined
  /** Invalid with an error shown elsewhere (one for a group). */
  invalid?: boolean
  onChange: (value: boolean) => void
}

/** A checkbox. */
export function CheckField({ label, name, value, error, invalid = !!error, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={value}
          aria-invalid={invalid || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
