import { t } from '../../../lib/messages.ts'
import { TextField } from '../../../ui/fields.tsx'
import type { JoinState } from '../../sessions/join-state.ts'
import styles from '../../sessions/sessions.module.css'
import type { Draft } from './draft.ts'

interface NewcomerFieldsProps {
  joining: JoinState
  values: Draft
  errors: { name?: string | undefined; email?: string | undefined }
  onChange: (change: Partial<Draft>) => void
  /** Another number or address, and nothing of what this one typed. */
  onStartOver: () => void
}

/** A new client's name and, if they joined by phone, their e-mail address. */
export const NewcomerFields = ({ joining: { phone = '', email }, values, errors, onChange, onStartOver }: NewcomerFieldsProps) => (
  <>
    <p className="soft">
      {email === undefined ? t('booking.new.confirmed', { phone }) : t('registration.usedPhone', { email })}{' '}
      <button type="button" className={styles.inline} onClick={onStartOver}>
        {t(email === undefined ? 'confirm.otherPhone' : 'confirm.otherEmail')}
      </button>
    </p>
    <TextField
      label={t('registration.name')}
      hint={t('registration.nameHint')}
      autoComplete="name"
      name="name"
      value={values.name}
      error={errors.name}
      onChange={name => onChange({ name })}
    />
    {email === undefined && (
      <TextField
        label={t('registration.email')}
        hint={t('registration.emailHint')}
        optional
        type="email"
        autoComplete="email"
        name="email"
        value={values.email}
        error={errors.email}
        onChange={next => onChange({ email: next })}
      />
    )}
  </>
)
