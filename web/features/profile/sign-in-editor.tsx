import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { updateUser } from '../../lib/session.ts'
import styles from './profile.module.css'
import { ProviderAccounts } from './provider-accounts.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

/** The ways to sign in. Each saves on its own, with the newest revision. */
export function SignInEditor({ user: read }: { user: User }) {
  const [user, setUser] = useState(read)
  const saved = (next: User) => {
    setUser(next)
    updateUser(next)
    void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile') })
  }
  return (
    <div className={styles.editor}>
      <SignInMethods user={user} onSaved={saved} />
      <ProviderAccounts />
    </div>
  )
}
