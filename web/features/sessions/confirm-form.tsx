import type { ConfirmWay } from '#contract/passkeys.ts'
import { useState } from 'react'
import { call, type Input } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { askForPasskey, usePasskeysOffered } from './passkeys.ts'
import styles from './sessions.module.css'

type Proof = Input<'POST /api/my-session/confirm'>['body']

const wordsOf: Record<ConfirmWay, { why: MessageId; choose: MessageId }> = {
  passkey: { why: 'confirmSession.byPasskey', choose: 'confirmSession.choosePasskey' },
  password: { why: 'confirmSession.byPassword', choose: 'confirmSession.choosePassword' },
  app: { why: 'confirmSession.byApp', choose: 'confirmSession.chooseApp' },
  phone: { why: 'confirmSession.byPhone', choose: 'confirmSession.choosePhone' },
  email: { why: 'confirmSession.byEmail', choose: 'confirmSession.chooseEmail' },
}

interface ConfirmFormProps {
  ways: readonly ConfirmWay[]
  onDone: () => void
}

/** One proof of who the person is, by the way they choose. */
export function ConfirmForm({ ways: all, onDone }: ConfirmFormProps) {
  const offered = usePasskeysOffered()
  const ways = all.filter(way => way !== 'passkey' || offered)
  const [way, setWay] = useState(ways[0])
  if (!way) return <p>{t('confirmSession.none')}</p>
  return (
    <>
      <p>{t(wordsOf[way].why)}</p>
      <ProofForm key={way} way={way} onDone={onDone} />
      {ways.length > 1 && (
        <div className={styles.buttons}>
          {ways
            .filter(other => other !== way)
            .map(other => (
              <Button key={other} small kind="plain" onClick={() => setWay(other)}>
                {t(wordsOf[other].choose)}
              </Button>
            ))}
        </div>
      )}
    </>
  )
}

function ProofForm({ way, onDone }: { way: ConfirmWay; onDone: () => void }) {
  const [sent, setSent] = useState<{ demo_code?: string | undefined }>()
  const sendsCode = way === 'phone' || way === 'email'
  const asksCode = way === 'app' || (sendsCode && sent !== undefined)
  const form = useForm({
    initial: { password: '', code: '' },
    at: { wrong_code: 'code', wrong_password: 'password' },
    check: ({ password, code }) => ({
      ...(way === 'password' && !password && { password: t('login.passwordMissing') }),
      ...(asksCode && !isCompleteCode(code) && { code: t('confirm.codeMissing') }),
    }),
    submit: async values => {
      if (sendsCode && !sent) return setSent(await call('POST /api/my-session/confirm/code'))
      await call('POST /api/my-session/confirm', { body: await proofOf(way, values) })
      onDone()
    },
  })
  const code = form.field('code')
  return (
    <Form key={String(asksCode)} form={form} takesFocus>
      {sent?.demo_code && (
        <Notice>
          <p>{t('confirm.demoCode', { code: sent.demo_code })}</p>
        </Notice>
      )}
      {way === 'password' && <PasswordField label={t('login.password')} autoComplete="current-password" {...form.field('password')} />}
      {asksCode && (
        <TextField
          {...code}
          label={t(way === 'app' ? 'appCode.code' : 'confirm.code')}
          hint={t('appCode.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={styles.code}
          onChange={value => code.onChange(value.replace(/\D/g, '').slice(0, 6))}
        />
      )}
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t(way === 'passkey' ? 'passkey.use' : sendsCode && !sent ? 'phoneChange.send' : 'confirmSession.confirm')}
        </Button>
      </FormActions>
    </Form>
  )
}

async function proofOf(way: ConfirmWay, { password, code }: { password: string; code: string }): Promise<Proof> {
  if (way === 'password') return { password }
  if (way === 'app') return { app_code: code }
  if (way === 'phone' || way === 'email') return { phone_code: code }
  return { credential: await askForPasskey(await call('POST /api/my-session/confirm/passkey/options')) }
}
