import type { Login } from '#contract/people.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { storeLogin } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SecondStep } from './second-step.tsx'

/** The password of an administrator with an emergency link, or their first one; then the second factor. */
export function EmergencySteps({ token }: { token: string }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Refusal>()
  const done = (login: Login) => {
    storeLogin(login)
    void navigate({ href: paths.admin(), replace: true })
  }
  const form = useForm({
    initial: { password: '' },
    at: { wrong_login: 'password' },
    check: ({ password }) => (password ? {} : { password: t('login.passwordMissing') }),
    submit: async ({ password }) => {
      try {
        done(await call('POST /api/login/emergency', { body: { token, password } }))
      } catch (error) {
        if (!isRefusal(error, 'code_required')) throw error
        setAsked(error)
      }
    },
  })
  if (asked) return <SecondStep asked={asked} onDone={done} onStartOver={() => void navigate({ href: paths.login(), replace: true })} />
  return (
    <Form form={form}>
      <PasswordField
        label={t('login.password')}
        hint={t('emergency.passwordHint')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('login.submit')}
        </Button>
      </FormActions>
    </Form>
  )
}
