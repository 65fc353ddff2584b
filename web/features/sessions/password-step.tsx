import type { Login } from '#contract/people.ts'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { looksLikePhone } from '../../lib/phone.ts'
import { addressOf, mayBeEmail } from './address.ts'

interface PasswordStepProps {
  focus: boolean
  onDone: (login: Login) => void
  /** Called when the password is right and a code is required as well. */
  onCodeWanted: (refusal: Refusal) => void
  /** Called after the login state is cleared; the form shows the refusal. */
  onFailed: () => void
  /** The other ways to sign in. */
  children?: ReactNode
  /** The set-up link's token, with which an administrator sets up an authenticator app. */
  setupToken?: string
}

/** Login with a phone number or an e-mail address and the password. */
export function PasswordStep({ focus, onDone, onCodeWanted, onFailed, children, setupToken }: PasswordStepProps) {
  const form = useForm({
    initial: { who: '', password: '' },
    check: values => ({
      ...(!looksLikePhone(values.who) && !mayBeEmail(values.who) && { who: t('signIn.whoMissing') }),
      ...(!values.password && { password: t('login.passwordMissing') }),
    }),
    submit: async ({ who, password }) => {
      try {
        const body = { ...addressOf(who), password, ...(setupToken && { setup_token: setupToken }) }
        onDone(await call('POST /api/login', { body }))
      } catch (error) {
        if (isRefusal(error, 'code_required') || isRefusal(error, 'phone_code_required')) return onCodeWanted(error)
        onFailed()
        form.set({ password: '' })
        throw error
      }
    },
  })
  return (
    <Form form={form} takesFocus={focus}>
      <TextField
        label={t('signIn.who')}
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('who')}
      />
      <PasswordField label={t('login.password')} autoComplete="current-password" {...form.field('password')} />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('login.submit')}
        </Button>
        {children}
      </FormActions>
    </Form>
  )
}
