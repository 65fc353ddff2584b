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
  /** What the server said when it asked for the code. */
  wanted: Partial<Problem>
  onDone: (login: Login) => void
  onStartOver: () => void
  /** What the second button says when it does not start again. */
  otherwise?: string
}

/** The code of the authenticator app, the second step of a login; the first time also what the app is set up with. */
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

/** In groups of four, as people read such a key aloud and type it. */
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
