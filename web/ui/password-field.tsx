import { useState } from 'react'
import { t } from '../lib/messages.ts'
import { Button } from './button.tsx'
import { Field, type FieldBaseProps } from './field.tsx'
import field from './field.module.css'
import styles from './password-field.module.css'

interface PasswordFieldProps extends FieldBaseProps {
  name: string
  value: string
  autoComplete: 'current-password' | 'new-password'
  onChange: (value: string) => void
}

/** A password input with a button that shows the password. */
export function PasswordField({ label, hint, error, optional, onChange, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <Field {...{ label, hint, error, optional }}>
      {control => (
        <div className={styles.pair}>
          <input
            {...rest}
            {...control}
            type={visible ? 'text' : 'password'}
            className={field.control}
            spellCheck={false}
            autoCapitalize="none"
            onChange={event => onChange(event.target.value)}
          />
          <Button kind="plain" small className={styles.show} aria-pressed={visible} onClick={() => setVisible(!visible)}>
            {t('ui.showPassword')}
          </Button>
        </div>
      )}
    </Field>
  )
}
