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
  /** Called when the password is right and a code is required as well. */
  onCodeWanted: (refusal: Refusal) => void
  /** Called after the login state is cleared (specification §8); the form shows the refusal. */
  onFailed: () => void
  /** Switches to login by code; omitted if that is not possible. */
  onCode?: () => void
  /** The set-up link's token, with which an administrator sets up an authenticator app. */
  setupToken?: string
}

/** Login with phone and password. */
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
      <TextField label={t('join.phone')} type="tel" inputMode="tel" autoComplete="tel" {...form.field('phone')} />
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
