import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import styles from './sessions.module.css'

interface PhoneProofStepProps {
  ticket: string
  /** The code went to the e-mail address. */
  byEmail: boolean
  /** Called when it is confirmed; the refusal holds the authenticator app's secret. */
  onProved: (refusal: Refusal) => void
  onStartOver: () => void
}

/** Asks for the code sent to the phone or e-mail address after the password, before the first authenticator app is set up. */
export function PhoneProofStep({ ticket, byEmail, onProved, onStartOver }: PhoneProofStepProps) {
  const form = useForm({
    initial: { code: '' },
    at: { wrong_code: 'code' },
    check: values => (/^\d{6}$/.test(values.code) ? {} : { code: t('confirm.codeMissing') }),
    submit: async ({ code }) => {
      try {
        await call('POST /api/login/confirm', { body: { login_ticket: ticket, code } })
      } catch (error) {
        if (!isRefusal(error, 'code_required')) throw error
        onProved(error)
      }
    },
  })
  const code = form.field('code')
  const over = form.refusal?.code === 'login_expired' || form.refusal?.code === 'too_many_codes'
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus>
      <p>{t(byEmail ? 'phoneProof.whyEmail' : 'phoneProof.why')}</p>
      <p>{t(byEmail ? 'phoneProof.enterEmail' : 'phoneProof.enter')}</p>
      <TextField
        {...code}
        label={t('confirm.code')}
        hint={t(byEmail ? 'confirm.codeHintEmail' : 'confirm.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        className={styles.code}
        onChange={value => code.onChange(value.replace(/\D/g, '').slice(0, 6))}
      />
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
