import type { Login } from '#contract/people.ts'
import type { Problem } from '#contract/problem.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { AppKey } from './app-key.tsx'
import { UsePasskey } from './passkey-button.tsx'
import { usePasskeysOffered } from './passkeys.ts'
import styles from './sessions.module.css'

interface AppCodeStepProps {
  /** The refusal that asked for the code. */
  wanted: Partial<Problem>
  onDone: (login: Login) => void
  onStartOver: () => void
  /** Label of the second button, unless it starts over. */
  otherwise?: string | undefined
}

const isRecoveryCode = (code: string) => /^[A-Z2-7]{4}(-?[A-Z2-7]{4}){3}$/i.test(code.trim())

/**
 * The second step of a login: the app's code, a recovery code or a passkey; the first time also what
 * the app is set up with.
 */
export function AppCodeStep({ wanted, onDone, onStartOver, otherwise }: AppCodeStepProps) {
  const { login_ticket = '', authenticator, second_factors = ['app'] } = wanted
  const [recovering, setRecovering] = useState(false)
  const takesPasskey = usePasskeysOffered() && second_factors.includes('passkey')
  const form = useForm({
    initial: { code: '' },
    at: { wrong_code: 'code' },
    check: ({ code }) =>
      (recovering ? isRecoveryCode(code) : isCompleteCode(code))
        ? {}
        : { code: t(recovering ? 'recovery.missing' : 'confirm.codeMissing') },
    submit: async ({ code }) => onDone(await call('POST /api/login/confirm', { body: { login_ticket, code: code.trim() } })),
  })
  const code = form.field('code')
  const over = form.refusal?.code === 'login_expired' || form.refusal?.code === 'too_many_codes'
  const startOver = (
    <Button kind={over ? 'primary' : 'plain'} onClick={onStartOver}>
      {otherwise ?? t('appCode.startOver')}
    </Button>
  )
  if (!authenticator && !second_factors.includes('app'))
    return (
      <>
        <p>{t('passkey.second')}</p>
        {takesPasskey ? (
          <UsePasskey primary label={t('passkey.use')} loginTicket={login_ticket} onDone={onDone} />
        ) : (
          <p>{t('passkey.unavailable')}</p>
        )}
        <p className="soft small">{t('passkey.lost')}</p>
        <FormActions>{startOver}</FormActions>
      </>
    )
  return (
    <Form key={String(recovering)} form={form} takesFocus>
      {authenticator ? <AppKey {...authenticator} /> : <p>{t(recovering ? 'recovery.enter' : 'appCode.enter')}</p>}
      {recovering ? (
        <TextField {...code} label={t('recovery.code')} hint={t('recovery.hint')} autoComplete="off" />
      ) : (
        <TextField
          {...code}
          label={t('appCode.code')}
          hint={t('appCode.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={styles.code}
          onChange={value => code.onChange(value.replace(/\D/g, '').slice(0, 6))}
        />
      )}
      {!authenticator && <p className="soft small">{t('appCode.lost')}</p>}
      <FormActions>
        {!over && (
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('confirm.check')}
          </Button>
        )}
        {!over && second_factors.includes('recovery_code') && (
          <Button
            kind="plain"
            onClick={() => {
              form.reset()
              setRecovering(!recovering)
            }}
          >
            {t(recovering ? 'recovery.useApp' : 'recovery.use')}
          </Button>
        )}
        {startOver}
      </FormActions>
      {takesPasskey && !over && <UsePasskey label={t('passkey.use')} loginTicket={login_ticket} onDone={onDone} />}
    </Form>
  )
}
