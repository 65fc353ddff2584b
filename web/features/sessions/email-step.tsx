import type { ReactNode } from 'react'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { mayBeEmail } from './address.ts'
import { requestCode } from './request-code.ts'

interface EmailStepProps {
  email: string
  focus: boolean
  onSent: () => void
  /** The other ways to sign in. */
  children: ReactNode
}

/** Asks for the e-mail address that receives the code. */
export function EmailStep({ email, focus, onSent, children }: EmailStepProps) {
  const form = useForm({
    initial: { email },
    check: values => (mayBeEmail(values.email) ? {} : { email: t('signIn.emailMissing') }),
    submit: async values => {
      await requestCode({ email: values.email.trim() })
      onSent()
    },
  })
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus={focus}>
      <TextField
        label={t('signIn.email')}
        hint={t('signIn.emailHint')}
        type="email"
        inputMode="email"
        autoComplete="email webauthn"
        {...form.field('email')}
      />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('join.sendCode')}
        </Button>
        {children}
      </FormActions>
    </Form>
  )
}
