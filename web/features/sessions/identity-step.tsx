import type { Login } from '#contract/people.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'

interface IdentityStepProps {
  ticket: string
  /** Sends the answer. A refusal that another step handles is not thrown. */
  send: (request: () => Promise<Login>) => Promise<void>
  onPassword?: (() => void) | undefined
  onStartOver: () => void
}

/** Asks for the name or e-mail address on file if the number was unused for a year: it may have a new owner. */
export function IdentityStep({ ticket, send, onPassword, onStartOver }: IdentityStepProps) {
  const [by, setBy] = useState<'name' | 'email'>('name')
  const form = useForm({
    initial: { name: '', email: '' },
    at: { wrong_identity: by },
    check: values => (values[by].trim() ? {} : { [by]: t(by === 'name' ? 'identityCheck.nameMissing' : 'identityCheck.emailMissing') }),
    submit: values => send(() => call('POST /api/confirm/identity', { body: { login_ticket: ticket, [by]: values[by].trim() } })),
  })
  const over = form.refusal?.code === 'login_expired' || form.refusal?.code === 'too_many_codes'
  const switchField = () => {
    form.reset()
    setBy(by === 'name' ? 'email' : 'name')
  }
  return (
    <Form form={form} takesFocus>
      <p>{t('identityCheck.why')}</p>
      {by === 'name' ? (
        <TextField label={t('identityCheck.name')} hint={t('identityCheck.nameHint')} autoComplete="name" {...form.field('name')} />
      ) : (
        <TextField
          label={t('identityCheck.email')}
          hint={t('identityCheck.emailHint')}
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
      )}
      <p className="soft small">{t('identityCheck.notYou')}</p>
      <FormActions>
        {form.refusal?.code === 'password_required' && onPassword ? (
          <Button kind="primary" onClick={onPassword}>
            {t('join.withPassword')}
          </Button>
        ) : over ? (
          <Button kind="primary" onClick={onStartOver}>
            {t('appCode.startOver')}
          </Button>
        ) : (
          <>
            <Button type="submit" kind="primary" busy={form.busy}>
              {t('confirm.check')}
            </Button>
            <Button kind="plain" onClick={switchField}>
              {t(by === 'name' ? 'identityCheck.byEmail' : 'identityCheck.byName')}
            </Button>
          </>
        )}
      </FormActions>
    </Form>
  )
}
