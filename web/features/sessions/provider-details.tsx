import type { AcceptedText } from '#contract/contracts.ts'
import type { Login } from '#contract/people.ts'
import type { ProviderArrival } from '#contract/providers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptedOf } from '../../lib/accepted-texts.ts'
import { call, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { detailsProblems } from './details-problems.ts'
import { requiredContracts } from './required-contracts.ts'

interface ProviderDetailsProps {
  arrival: ProviderArrival
  onRegistered: (login: Login) => void
  onCodeWanted: (refusal: Refusal) => void
  onFailed: () => void
}

/** Refusals after which the person starts again. */
const ended = new Set([
  'ticket_expired',
  'already_registered',
  'provider_refused',
  'invitation_over',
  'invitation_used',
  'invitation_blocked',
  'sign_in_to_accept',
  'address_in_use',
  'account_taken',
])

/** The name of a new person, as the provider knows it, and what has to be agreed to. */
export function ProviderDetails({ arrival, onRegistered, onCodeWanted, onFailed }: ProviderDetailsProps) {
  const client = useQueryClient()
  const texts = useQuery(queryOptionsOf('GET /api/show-list'))
  const required = requiredContracts(texts.data)
  const form = useForm({
    initial: { name: arrival.name ?? '', accepted_texts: [] as AcceptedText[] },
    at: { contracts_required: 'accepted_texts' },
    check: values => detailsProblems({ ...values, password: '', email: '' }, required),
    submit: async ({ name, accepted_texts }) => {
      try {
        const body = { provider_ticket: arrival.provider_ticket, name, accepted_texts: acceptedOf(required, accepted_texts) }
        onRegistered(await call('POST /api/login/provider/register', { body }))
      } catch (error) {
        if (isRefusal(error, 'code_required')) return onCodeWanted(error)
        onFailed()
        if (isRefusal(error, 'contracts_required')) await client.invalidateQueries({ queryKey: queryKeyOf('GET /api/show-list') })
        throw error
      }
    },
  })
  const agreements = form.field('accepted_texts')
  const code = form.refusal?.code
  const over = ended.has(code ?? '')
  if (texts.isError) return <ErrorState error={texts.error} onRetry={() => void texts.refetch()} />
  if (!texts.data) return <TextSkeleton />
  return (
    <Form form={form} takesFocus>
      <TextField label={t('registration.name')} hint={t('registration.nameHint')} autoComplete="name" {...form.field('name')} />
      {arrival.email && !arrival.invitation && <p className="soft small">{t('providers.email', { email: arrival.email })}</p>}
      {required.length > 0 && (
        <Agreements contracts={required} value={agreements.value} error={agreements.error} onChange={agreements.onChange} />
      )}
      <FormActions>
        {over ? (
          <ButtonLink to={paths.login()} kind="primary">
            {t('providers.startAgain')}
          </ButtonLink>
        ) : (
          <Button type="submit" kind="primary" busy={form.busy}>
            {t(arrival.invitation ? 'invitation.accept' : 'registration.submit')}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
