import type { Login } from '#contract/people.ts'
import { useState } from 'react'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { clearSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { IdentityStep } from './identity-step.tsx'
import { formatAddress } from './address.ts'
import { CodeField } from './code-field.tsx'
import { setJoinState, typedFor, type JoinState } from './join-state.ts'
import { requestCode } from './request-code.ts'
import { ResendCode } from './resend-code.tsx'
import styles from './sessions.module.css'

interface CodeStepProps {
  joining: JoinState
  onDone: (login: Login) => void
  /**
   * Called when the phone or address is confirmed and an administrator also needs an app code; without it
   * the form shows the refusal.
   */
  onCodeWanted?: (refusal: Refusal) => void
  onPassword?: () => void
  onChangeAddress: () => void
}

/**
 * Asks for the code from the text message or e-mail and sends it with its sixth digit. It logs a known
 * user in, after one more question if a number was unused for a year. An unknown number or address gets
 * a registration ticket.
 */
export function CodeStep({ joining, onDone, onCodeWanted, onPassword, onChangeAddress }: CodeStepProps) {
  const { email } = joining
  const address = email === undefined ? { phone: joining.phone ?? '' } : { email }
  const [identityTicket, setIdentityTicket] = useState<string>()
  /** Handles the response; a refusal may lead to another step. */
  const proceed = async <ResponseBody,>(request: () => Promise<ResponseBody>): Promise<ResponseBody | undefined> => {
    try {
      return await request()
    } catch (error) {
      if (isRefusal(error, 'identity_required')) setIdentityTicket(error.problem.login_ticket ?? '')
      else if (isRefusal(error, 'code_required') && onCodeWanted) onCodeWanted(error)
      else throw error
    }
  }
  const form = useForm({
    initial: { code: '' },
    at: { wrong_code: 'code' },
    check: ({ code }) => (isCompleteCode(code) ? {} : { code: t('confirm.codeMissing') }),
    submit: async ({ code }) => {
      const answer = await proceed(() => call('POST /api/confirm', { body: { ...address, code, join_ticket: joining.joinTicket } }))
      if (!answer) return
      if ('token' in answer) return onDone(answer)
      clearSession()
      const ticketUntil = Date.now() + answer.expires_in * 1000
      const registrationKey = newIdempotencyKey()
      setJoinState({ ...address, ...typedFor(address), ticket: answer.registration_ticket, ticketUntil, registrationKey })
    },
  })
  const code = form.field('code')
  const enter = (digits: string) => {
    if (digits === code.value) return
    if (digits.length === 6) form.submitWith({ code: digits })
    else code.onChange(digits)
  }
  if (identityTicket !== undefined) {
    const send = async (request: () => Promise<Login>) => {
      const login = await proceed(request)
      if (login) onDone(login)
    }
    return <IdentityStep ticket={identityTicket} send={send} onPassword={onPassword} onStartOver={onChangeAddress} />
  }
  return (
    <Form form={form} takesFocus>
      <p>
        {t('confirm.sent', { phone: formatAddress(joining) })}{' '}
        <button type="button" className={styles.inline} onClick={onChangeAddress}>
          {t(email === undefined ? 'confirm.otherPhone' : 'confirm.otherEmail')}
        </button>
      </p>
      {joining.demoCode && (
        <Notice>
          <p>{t('confirm.demoCode', { code: joining.demoCode })}</p>
          <div>
            <Button small onClick={() => enter(joining.demoCode ?? '')}>
              {t('confirm.useDemoCode')}
            </Button>
          </div>
        </Notice>
      )}
      <CodeField {...code} byEmail={email !== undefined} onChange={enter} />
      <FormActions>
        {form.refusal?.code === 'password_required' && onPassword ? (
          <Button kind="primary" onClick={onPassword}>
            {t('join.withPassword')}
          </Button>
        ) : (
          <>
            <Button type="submit" kind="primary" busy={form.busy}>
              {t('confirm.check')}
            </Button>
            <ResendCode request={() => requestCode(address)} from={joining.resendFrom ?? 0} />
          </>
        )}
      </FormActions>
    </Form>
  )
}
