import { IconAlertCircle } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import styles from './field.module.css'

/** What every field of a form has. */
export interface FieldBaseProps {
  label: ReactNode
  /** Purpose or format; remains visible while typing. */
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
}

/** Attributes that connect the control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps extends FieldBaseProps {
  children: (control: ControlProps) => ReactNode
}

/** Label, hint, control and error. The control can come from a library. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> {t('ui.optional')}</span>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** A field's error, announced when it appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className={styles.error} hidden={!error}>
      {error && <IconAlertCircle size={18} aria-hidden="true" />}
      <span>{error}</span>
    </div>
  )
}
