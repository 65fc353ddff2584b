import { IconAlertCircle } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import styles from './field.module.css'

export interface FieldLook {
  label: string
  /** Why it is asked, or how to write it; stays while typing. */
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
}

/** What the control inside a field must carry, so that label, hint and error belong to it. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps extends FieldLook {
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint below it, the control, its error by it. Wraps any control, a kit's too. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
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

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className={styles.error} hidden={!error}>
      {error && <IconAlertCircle size={18} aria-hidden="true" />}
      <span>{error}</span>
    </div>
  )
}
