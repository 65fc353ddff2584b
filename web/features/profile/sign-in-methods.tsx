import type { SignInMethods as Methods } from '#contract/passkeys.ts'
import type { User } from '#contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ConfirmSession } from '../sessions/confirm-session.tsx'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import styles from './profile.module.css'

interface SignInMethodsProps {
  user: User
  onSaved: (user: User) => void
}

/**
 * The ways in which the person signs in. Each is added, changed and removed on its own, after proving
 * who they are.
 */
export function SignInMethods({ user, onSaved }: SignInMethodsProps) {
  const query = useQuery(queryOptionsOf('GET /api/my-profile/sign-in-methods'))
  return (
    <section className={styles.editor} aria-labelledby="sign-in-methods">
      <div>
        <h2 id="sign-in-methods">{t('signInMethods.title')}</h2>
        <p className="soft">{t('signInMethods.lead')}</p>
      </div>
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="9rem" />}>
        {methods => <Rows methods={methods} user={user} onSaved={onSaved} />}
      </Loaded>
      <ConfirmSession />
    </section>
  )
}

function Rows({ methods, user, onSaved }: SignInMethodsProps & { methods: Methods }) {
  const { phone, email, password, passkeys, authenticator } = methods
  const changed = () => queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile/sign-in-methods') })
  // A saved password leaves an empty form.
  const [saves, setSaves] = useState(0)
  const saved = (next: User) => {
    onSaved(next)
    void changed()
    setSaves(before => before + 1)
  }
  return (
    <>
      <PasskeySection passkeys={passkeys} onChanged={changed} />
      <PhoneSection phone={user.phone} reached={phone} hasPassword={password !== null} onSaved={saved} />
      <EmailSection
        email={user.email}
        verified={email?.verified === true}
        removable={passkeys.length > 0 || (phone?.verified === true && (phone.delivered || password !== null))}
        hasPassword={password !== null}
        onSaved={saved}
      />
      <PasswordSection
        byCode={[phone, email].some(address => address?.verified === true && address.delivered)}
        key={saves}
        hasPassword={password !== null}
        usedAt={password?.last_used_at ?? null}
        onSaved={saved}
      />
      <AuthenticatorSection authenticator={authenticator} hasPasskey={passkeys.length > 0} onChanged={changed} />
    </>
  )
}
