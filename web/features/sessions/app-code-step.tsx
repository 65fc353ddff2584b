import type { Login } from '#contract/people.ts'
import type { Problem } from '#contract/problem.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import styles from './sessions.module.css'

interface AppCodeStepProps {
  /** The refusal that asked for the code. */
  wanted: Partial<Problem>
  onDone: (login: Login) => void
  onStartOver: () => void
  /** Label of the second button, unless it starts over. */
  otherwise?: string
}

/** Asks for the authenticator app's code, the second step of a login. The first time it also shows the secret. */
export function AppCodeStep({ wanted: { login_ticket = '', authenticator }, onDone, onStartOver, otherwise }: AppCodeStepProps) {
  const form = useForm({
    initial: { code: '' },
    at: { wrong_code: 'code' },
    check: values => (/^\d{6}$/.test(values.code) ? {} : { code: t('confirm.codeMissing') }),
    submit: async ({ code }) => onDone(await call('POST /api/login/confirm', { body: { login_ticket, code } })),
  })
  const code = form.field('code')
  const over = form.refusal?.code === 'login_expired' || form.refusal?.code === 'too_many_codes'
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus>
      {authenticator ? <SetupInstructions {...authenticator} /> : <p>{t('appCode.enter')}</p>}
      <TextField
        {...code}
        label={t('appCode.code')}
        hint={t('appCode.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        className={styles.code}
        onChange={value => code.onChange(value.replace(/\D/g, '').slice(0, 6))}
      />
      {!authenticator && <p className="soft small">{t('appCode.lost')}</p>}
      <FormActions>
        {!over && (
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('confirm.check')}
          </Button>
        )}
        <Button kind={over ? 'primary' : 'plain'} onClick={onStartOver}>
          {otherwise ?? t('appCode.startOver')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** The key in groups of four, which are easier to read and type. */
const SetupInstructions = ({ secret, address }: NonNullable<Problem['authenticator']>) => (
  <>
    <p>{t('appCode.setUp')}</p>
    <p>
      {t('appCode.setUpKey')}
      <code className={styles.key}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </p>
    <p>
      <a href={address}>{t('appCode.setUpHere')}</a>
    </p>
  </>
)
