import type { User } from '#contract/people.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { usePasswordForm } from './password-form.ts'
import styles from './profile.module.css'

interface PasswordSectionProps {
  hasPassword: boolean
  usedAt: string | null
  /** The person can also log in with a code. */
  byCode: boolean
  onSaved: (user: User) => void
}

/** Sets or changes the optional password. */
export function PasswordSection({ hasPassword, usedAt, byCode, onSaved }: PasswordSectionProps) {
  const form = usePasswordForm(hasPassword, onSaved)
  return (
    <Card as="section">
      <h3 className={styles.title}>{t('passwordChange.title')}</h3>
      <p className="soft">{whatFor(hasPassword, byCode)}</p>
      {usedAt && <p className="soft small tabular">{t('tokenList.used', { when: formatDateTime(usedAt, visitorZone()) })}</p>}
      <FormFrame
        form={form}
        submit={t(hasPassword ? 'passwordChange.change' : 'passwordChange.set')}
        actions={<span className="soft small">{t('passwordChange.elsewhere')}</span>}
      >
        {hasPassword && (
          <PasswordField label={t('passwordChange.current')} autoComplete="current-password" {...form.field('current_password')} />
        )}
        <PasswordField
          label={t('passwordChange.new')}
          hint={t('passwordChange.hint')}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </FormFrame>
    </Card>
  )
}

function whatFor(hasPassword: boolean, byCode: boolean): string {
  if (hasPassword) return t(byCode ? 'passwordChange.has' : 'passwordChange.hasOnly')
  return t(byCode ? 'passwordChange.hasNot' : 'passwordChange.hasNone')
}
