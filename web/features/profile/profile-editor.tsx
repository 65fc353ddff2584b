import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { updateUser } from '../../lib/session.ts'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProviderAccounts } from './provider-accounts.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import styles from './profile.module.css'

interface ProfileEditorProps {
  user: User
  hasPassword: boolean
  hasAuthenticator: boolean
}

/** Everything that users can change about themselves. Each section saves on its own, with the newest revision. */
export function ProfileEditor({ user: read, hasPassword: had, hasAuthenticator }: ProfileEditorProps) {
  const [user, setUser] = useState(read)
  const [passwords, setPasswords] = useState({ saved: 0, has: had })

  const saved = (next: User) => {
    setUser(next)
    updateUser(next)
    void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile') })
  }
  const passwordSaved = (next: User) => {
    saved(next)
    setPasswords(before => ({ saved: before.saved + 1, has: true }))
  }

  return (
    <div className={styles.editor}>
      <PhotoSection user={user} onSaved={saved} />
      <DetailsSection user={user} onSaved={saved} onRead={setUser} />
      <PhoneSection phone={user.phone} hasPassword={passwords.has} onSaved={saved} />
      <PasswordSection key={passwords.saved} user={user} hasPassword={passwords.has} onSaved={passwordSaved} />
      <AuthenticatorSection has={hasAuthenticator} />
      <ProviderAccounts />
    </div>
  )
}
