import type { AcceptedText } from '#contract/contracts.ts'
import type { OpenedInvitation } from '#contract/invitations.ts'
import type { Login } from '#contract/people.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptedOf, areAccepted } from '../../lib/accepted-texts.ts'
import { call, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { passwordProblem } from '../sessions/details-problems.ts'
import { usePasskeysOffered } from '../sessions/passkeys.ts'

interface AcceptFormProps {
  invitation: OpenedInvitation
  token: string
  onDone: (login: Login, hasPassword: boolean) => void
  onCodeWanted: (asked: Refusal) => void
  /** The link has ended meanwhile. */
  onEnded: () => void
}

/** The name, a password or none where a passkey follows, and what has to be agreed to. */
export function AcceptForm({ invitation, token, onDone, onCodeWanted, onEnded }: AcceptFormProps) {
  const client = useQueryClient()
  const passkeys = usePasskeysOffered()
  const texts = useQuery(queryOptionsOf('GET /api/show-list'))
  const required = Object.values(texts.data ?? {})
    .filter(contract => contract !== null && contract !== undefined)
    .filter(contract => contract.required_for === 'registration')
  const asksPassword = invitation.login_name !== null || !passkeys
  const form = useForm({
    initial: { name: invitation.name ?? '', password: '', accepted_texts: [] as AcceptedText[] },
    at: { contracts_required: 'accepted_texts' },
    check: values => ({
      ...(!values.name.trim() && { name: t('registration.nameMissing') }),
      ...passwordProblem(values.password, { isOptional: passkeys }),
      ...(!areAccepted(required, values.accepted_texts) && { accepted_texts: t('registration.acceptMissing') }),
    }),
    submit: async ({ name, password, accepted_texts }) => {
      try {
        const accepted = await call('POST /api/invitation/accept', {
          body: { token, name, password: password || null, accepted_texts: acceptedOf(required, accepted_texts) },
        })
        if ('token' in accepted) onDone(accepted, password !== '')
      } catch (error) {
        if (isRefusal(error, 'code_required')) return onCodeWanted(error)
        if (isRefusal(error, 'invitation_over') || isRefusal(error, 'invitation_used') || isRefusal(error, 'sign_in_to_accept'))
          return onEnded()
        if (isRefusal(error, 'contracts_required')) await client.invalidateQueries({ queryKey: queryKeyOf('GET /api/show-list') })
        throw error
      }
    },
  })
  const agreements = form.field('accepted_texts')
  if (texts.isError) return <ErrorState error={texts.error} onRetry={() => void texts.refetch()} />
  if (!texts.data) return <TextSkeleton />
  return (
    <Form form={form} asks>
      <TextField label={t('registration.name')} autoComplete="name" {...form.field('name')} />
      {asksPassword && (
        <PasswordField
          label={t('registration.password')}
          hint={passwordHint(invitation, passkeys)}
          optional={passkeys}
          autoComplete="new-password"
          {...form.field('password')}
        />
      )}
      {!asksPassword && <p className="soft small">{t('invitation.passkeyOnly')}</p>}
      {required.length > 0 && (
        <Agreements contracts={required} value={agreements.value} error={agreements.error} onChange={agreements.onChange} />
      )}
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('invitation.accept')}
        </Button>
      </FormActions>
    </Form>
  )
}

function passwordHint({ login_name }: OpenedInvitation, passkeys: boolean): string {
  if (login_name === null) return t('invitation.passwordAlone')
  return passkeys ? t('invitation.passwordOrPasskey', { name: login_name }) : t('invitation.passwordWith', { name: login_name })
}
