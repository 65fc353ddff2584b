import type { Login } from '#contract/people.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { createPasskey } from './passkeys.ts'

interface ChooseFactorProps {
  ticket: string
  onDone: (login: Login) => void
  onApp: () => void
  onStartOver: () => void
  /** What the last button says when it does not start again. */
  otherwise?: string | undefined
}

/** The first second factor: a passkey, or an authenticator app instead. */
export function ChooseFactor({ ticket: login_ticket, onDone, onApp, onStartOver, otherwise }: ChooseFactorProps) {
  const form = useForm({
    initial: {},
    submit: async () => {
      const credential = await createPasskey(await call('POST /api/login/confirm/passkey/options', { body: { login_ticket } }))
      onDone(await call('POST /api/login/confirm/passkey', { body: { login_ticket, credential } }))
    },
  })
  return (
    <Form form={form}>
      <p>{t('chooseFactor.why')}</p>
      <p className="soft">{t('chooseFactor.passkey')}</p>
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy} icon={<IconFingerprint size={20} aria-hidden="true" />}>
          {t('chooseFactor.create')}
        </Button>
        <Button onClick={onApp}>{t('chooseFactor.app')}</Button>
        <Button kind="plain" onClick={onStartOver}>
          {otherwise ?? t('appCode.startOver')}
        </Button>
      </FormActions>
    </Form>
  )
}
