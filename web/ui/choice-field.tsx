import { IconStar } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import styles from './choice-field.module.css'
import { ChoiceTile } from './choice-tile.tsx'
import { nameColours } from './colour-name.ts'
import { FieldError } from './field.tsx'

interface ChoiceProps {
  label: ReactNode
  name: string
  value: string
  error?: string | undefined
  optional?: boolean
  onChange: (value: string) => void
}

/** A question with radio buttons and its error. An optional answer can be cleared. */
function ChoiceGroup({ label, error, optional, value, onChange, children }: ChoiceProps & { children: ReactNode }) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      className={styles.group}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
      aria-required={optional ? undefined : true}
      tabIndex={error ? -1 : undefined}
    >
      <p id={`${id}-label`} className={styles.legend}>
        {label}
        {optional && <span className={styles.optional}> {t('ui.optional')}</span>}
      </p>
      {children}
      {optional && value !== '' && (
        <p>
          <button type="button" className={styles.clear} onClick={() => onChange('')}>
            {t('feedbackAnswer.none')}
            <span className="visually-hidden">: {label}</span>
          </button>
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

const stars = ['1', '2', '3', '4', '5']

/** One to five stars. */
export function StarField(props: ChoiceProps) {
  const { name, value, onChange } = props
  return (
    <ChoiceGroup {...props}>
      <div className={styles.stars}>
        {stars.map(star => (
          <label key={star} className={styles.star}>
            <input type="radio" name={name} value={star} checked={value === star} onChange={() => onChange(star)} />
            <IconStar stroke={1.6} aria-hidden="true" />
            <span className="visually-hidden">{t('feedbackAnswer.stars', { count: Number(star) })}</span>
          </label>
        ))}
        {value !== '' && (
          <span className={styles.said} aria-hidden="true">
            {t('feedbackAnswer.stars', { count: Number(value) })}
          </span>
        )}
      </div>
    </ChoiceGroup>
  )
}

/** A choice of texts; `labels`: as they are shown, in the same order. */
export function RadioField({
  options,
  labels,
  ...props
}: ChoiceProps & { options: readonly string[]; labels?: readonly string[] | undefined }) {
  const { name, value, onChange } = props
  return (
    <ChoiceGroup {...props}>
      <div className={styles.choices}>
        {options.map((option, index) => (
          <ChoiceTile key={option} type="radio" name={name} value={option} checked={value === option} onChange={() => onChange(option)}>
            <span>{labels?.[index] ?? option}</span>
          </ChoiceTile>
        ))}
      </div>
    </ChoiceGroup>
  )
}

/** A choice of colours (`#rrggbb`), each with its name. */
export function SwatchField({ options, ...props }: ChoiceProps & { options: readonly string[] }) {
  const { name, value, onChange } = props
  const names = nameColours(options)
  return (
    <ChoiceGroup {...props}>
      <div className={styles.swatches}>
        {options.map((option, index) => (
          <label key={option} className={styles.swatch}>
            <input type="radio" name={name} value={option} checked={value === option} onChange={() => onChange(option)} />
            <span className={styles.colour} style={{ backgroundColor: option }} aria-hidden="true" />
            <span>{names[index]}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}
