import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { CodeField } from './code-field.tsx'

interface PhoneProofStepProps {
  ticket: string
  /** The code went to the e-mail address. */
  byEmail: boolean
  /** Called when it is confirmed; the refusal holds the authenticator app's secret. */
  onProved: (refusal: Refusal) => void
  onStartOver: () => void
}

/**
 * Asks for the code sent to the phone or e-mail address after the password, before the first
 * authenticator app is set up.
 */
export function PhoneProofStep({ ticket, byEmail, onProved, onStartOver }: PhoneProofStepProps) {
  const form = useForm({
    initial: { code: '' },
    at: { wrong_code: 'code' },
    check: ({ code }) => (isCompleteCode(code) ? {} : { code: t('confirm.codeMissing') }),
    submit: async ({ code }) => {
      try {
        await call('POST /api/login/confirm', { body: { login_ticket: ticket, code } })
      } catch (error) {
        if (!isRefusal(error, 'code_required')) throw error
        onProved(error)
      }
    },
  })
  const over = form.refusal?.code === 'login_expired' || form.refusal?.code === 'too_many_codes'
  return (
    <Form form={form} takesFocus>
      <p>{t(byEmail ? 'phoneProof.whyEmail' : 'phoneProof.why')}</p>
      <p>{t(byEmail ? 'phoneProof.enterEmail' : 'phoneProof.enter')}</p>
      <CodeField {...form.field('code')} byEmail={byEmail} />
      <p className="soft small">{t('phoneProof.noMessage')}</p>
      <FormActions>
        {!over && (
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('confirm.check')}
          </Button>
        )}
        <Button kind={over ? 'primary' : 'plain'} onClick={onStartOver}>
          {t('appCode.startOver')}
        </Button>
      </FormActions>
    </Form>
  )
}
