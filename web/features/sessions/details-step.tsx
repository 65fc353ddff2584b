import type { AcceptedText } from '#contract/contracts.ts'
import type { Login } from '#contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { acceptedOf } from '../../lib/accepted-texts.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { detailsProblems } from './details-problems.ts'
import { register } from './register.ts'
import { requiredContracts } from './required-contracts.ts'

interface DetailsStepProps {
  ticket: string
  /** The address that was confirmed; undefined where a phone was. */
  email?: string | undefined
  focus: boolean
  onDone: (login: Login) => void
  onStartOver: () => void
}

/** A new user's name and agreements. Password and e-mail can follow later. */
export function DetailsStep({ ticket, email: confirmed, focus, onDone, onStartOver }: DetailsStepProps) {
  const texts = useQuery(queryOptionsOf('GET /api/show-list'))
  const required = requiredContracts(texts.data)
  const form = useForm({
    initial: { name: '', password: '', email: '', accepted_texts: [] as AcceptedText[] },
    at: { contracts_required: 'accepted_texts' },
    check: values => detailsProblems(values, required),
    submit: async ({ name, password, email, accepted_texts }) => {
      const accepted = acceptedOf(required, accepted_texts)
      const body = { registration_ticket: ticket, name, password: password || null, email: email.trim() || null, accepted_texts: accepted }
      onDone(await register(body))
    },
  })
  const agreements = form.field('accepted_texts')
  const over = form.refusal?.code === 'ticket_expired' || form.refusal?.code === 'already_registered'

  if (texts.isError) return <ErrorState error={texts.error} onRetry={() => void texts.refetch()} />
  if (!texts.data) return <TextSkeleton />
  return (
    <Form form={form} asks takesFocus={focus}>
      {confirmed !== undefined && <p className="soft">{t('registration.usedPhone', { email: confirmed })}</p>}
      <TextField label={t('registration.name')} hint={t('registration.nameHint')} autoComplete="name" {...form.field('name')} />
      {confirmed === undefined && (
        <TextField
          label={t('registration.email')}
          hint={t('registration.emailHint')}
          optional
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
      )}
      <PasswordField
        label={t('registration.password')}
        hint={t('registration.passwordHint')}
        optional
        autoComplete="new-password"
        {...form.field('password')}
      />
      {required.length > 0 && (
        <Agreements contracts={required} value={agreements.value} error={agreements.error} onChange={agreements.onChange} />
      )}
      <FormActions>
        {over ? (
          <Button kind="primary" onClick={onStartOver}>
            {t(confirmed === undefined ? 'registration.newCode' : 'registration.newCodeEmail')}
          </Button>
        ) : (
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('registration.submit')}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
