import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { looksLikePhone } from '../../lib/phone.ts'
import { storeLogin } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { addressOf, mayBeEmail } from './address.ts'
import { countryName } from './country-name.ts'
import { passwordProblem } from './details-problems.ts'

interface SetupFormProps {
  token: string
  /** Called when the user exists and is logged in. */
  onCreated: (login: { who: string; password: string }) => Promise<void>
  /** An administrator exists already: log in instead. */
  onLogin: () => void
}

/** Creates the first administrator, with the one-time link that the server printed. */
export function SetupForm({ token, onCreated, onLogin }: SetupFormProps) {
  const country = countryName(useSite()?.phone_country)
  const form = useForm({
    initial: { name: '', who: '', password: '' },
    at: { phone_taken: 'who', email_taken: 'who' },
    check: values => ({
      ...(!values.name.trim() && { name: t('registration.nameMissing') }),
      ...(!looksLikePhone(values.who) && !mayBeEmail(values.who) && { who: t('signIn.whoMissing') }),
      ...passwordProblem(values.password, { isOptional: false }),
    }),
    submit: async ({ name, who, password }) => {
      const body = { setup_token: token, name, ...addressOf(who), password, time_zone: visitorZone() }
      storeLogin(await call('POST /api/setup', { body }))
      await onCreated({ who, password })
    },
  })
  return (
    <FormFrame
      form={form}
      submit={t('setup.submit')}
      actions={form.refusal?.code === 'setup_done' && <Button onClick={onLogin}>{t('login.title')}</Button>}
    >
      <TextField label={t('registration.name')} autoComplete="name" {...form.field('name')} />
      <TextField
        label={t('signIn.who')}
        hint={[t('setup.phoneHint'), country && t('join.phoneHintCountry', { country })].filter(Boolean).join(' ')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('who')}
      />
      <PasswordField label={t('login.password')} hint={t('setup.passwordHint')} autoComplete="new-password" {...form.field('password')} />
    </FormFrame>
  )
}
