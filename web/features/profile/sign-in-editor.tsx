import type { User } from '#contract/people.ts'
import { useOwnUser } from './own-user.ts'
import styles from './profile.module.css'
import { ProviderAccounts } from './provider-accounts.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

/** The ways to sign in. Each saves on its own, with the newest revision. */
export function SignInEditor({ user: read }: { user: User }) {
  const { user, saved } = useOwnUser(read)
  return (
    <div className={styles.editor}>
      <SignInMethods user={user} onSaved={saved} />
      <ProviderAccounts />
    </div>
  )
}
