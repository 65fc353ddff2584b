import type { User } from '#contract/people.ts'
import { t } from '../../lib/messages.ts'
import { formatMoment, visitorZone } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { usePasswordForm } from './password-form.ts'
import styles from './profile.module.css'

interface PasswordSectionProps {
  user: User
  hasPassword: boolean
  usedAt: string | null
  onSaved: (user: User) => void
}

/** A password for those who want one, explained. */
export function PasswordSection({ user, hasPassword, usedAt, onSaved }: PasswordSectionProps) {
  const form = usePasswordForm(user, hasPassword, onSaved)
  return (
    <Card as="section">
      <h3 className={styles.title}>{t('passwordChange.title')}</h3>
      <p className="soft">{t(hasPassword ? 'passwordChange.has' : 'passwordChange.hasNot')}</p>
      {usedAt && <p className="soft small tabular">{t('tokenList.used', { when: formatMoment(usedAt, visitorZone()) })}</p>}
      <Form onSubmit={form.onSubmit} problem={form.problem}>
        {hasPassword && (
          <PasswordField label={t('passwordChange.current')} autoComplete="current-password" {...form.field('current_password')} />
        )}
        <PasswordField
          label={t('passwordChange.new')}
          hint={t('passwordChange.hint')}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t(hasPassword ? 'passwordChange.change' : 'passwordChange.set')}
          </Button>
          <span className="soft small">{t('passwordChange.elsewhere')}</span>
        </FormActions>
      </Form>
      <UnsavedGuard isDirty={form.isDirty} />
    </Card>
  )
}
