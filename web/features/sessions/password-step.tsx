import type { Login } from '#contract/people.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

interface PasswordStepProps {
  focus: boolean
  onDone: (login: Login) => void
  /** The password was right, and a code is wanted besides. */
  onCodeWanted: (refusal: Refusal) => void
  /** The login state is cleared (specification §8); what the server said stays on the form. */
  onFailed: () => void
  /** Log in with a code instead; left out where that is no way. */
  onCode?: () => void
  /** The token of the set-up link, with which an administrator sets up an authenticator app. */
  setupToken?: string
}

/** Phone and password, for those who chose one. */
export function PasswordStep({ focus, onDone, onCodeWanted, onFailed, onCode, setupToken }: PasswordStepProps) {
  const form = useForm({
    initial: { phone: '', password: '' },
    check: values => ({
      ...(!values.phone.trim() && { phone: t('join.phoneMissing') }),
      ...(!values.password && { password: t('login.passwordMissing') }),
    }),
    submit: async values => {
      try {
        onDone(await call('POST /api/login', { body: { ...values, ...(setupToken && { setup_token: setupToken }) } }))
      } catch (error) {
        if (isRefusal(error, 'code_required') || isRefusal(error, 'phone_code_required')) return onCodeWanted(error)
        onFailed()
        form.set({ password: '' })
        throw error
      }
    },
  })
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus={focus}>
      <TextField label={t('join.phone')} type="tel" inputMode="tel" autoComplete="username webauthn" {...form.field('phone')} />
      <PasswordField label={t('login.password')} autoComplete="current-password" {...form.field('password')} />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('login.submit')}
        </Button>
        {onCode && (
          <Button kind="plain" onClick={onCode}>
            {t('login.withCode')}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
