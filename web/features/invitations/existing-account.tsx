import type { OpenedInvitation } from '#contract/invitations.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { clearSession, useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SignIn } from '../sessions/sign-in.tsx'
import { WhatFor } from './what-for.tsx'

interface ExistingAccountProps {
  invitation: OpenedInvitation
  token: string
  /** The link has ended meanwhile. */
  onStale: () => void
}

/** A person with an account signs in, and gets the roles by accepting: the link alone opens no account. */
export function ExistingAccount({ invitation, token, onStale }: ExistingAccountProps) {
  const session = useSession()
  const [accepted, setAccepted] = useState(false)
  const form = useForm({
    initial: {},
    submit: async () => {
      try {
        await call('POST /api/invitation/accept', { body: { token } })
        setAccepted(true)
      } catch (error) {
        if (isRefusal(error, 'invitation_over') || isRefusal(error, 'invitation_used')) return onStale()
        throw error
      }
    },
  })
  if (accepted) {
    // In production the new rights need a sign-in with a second factor.
    const action = <ButtonLink to={session ? paths.admin() : paths.login()}>{t(session ? 'invitation.goOn' : 'login.title')}</ButtonLink>
    return (
      <EmptyState title={t('invitation.accepted')} action={action}>
        {t('invitation.acceptedText')}
      </EmptyState>
    )
  }
  if (!session) {
    return (
      <>
        <WhatFor invitation={invitation} />
        <p>{t('invitation.signInFirst')}</p>
        <SignIn onDone={() => {}} />
      </>
    )
  }
  const isOther = form.refusal?.code === 'sign_in_to_accept'
  return (
    <Form form={{ ...form, problem: isOther ? t('invitation.otherAccount') : form.problem }}>
      <WhatFor invitation={invitation} />
      <p className="soft">{t('invitation.signedInAs', { name: session.user.name })}</p>
      <FormActions>
        {!isOther && (
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('invitation.accept')}
          </Button>
        )}
        <Button onClick={() => clearSession()}>{t('invitation.otherSignIn')}</Button>
      </FormActions>
    </Form>
  )
}
