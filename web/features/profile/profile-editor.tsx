import type { User } from '#contract/people.ts'
import { DetailsSection } from './details-section.tsx'
import { useOwnUser } from './own-user.ts'
import { PhotoSection } from './photo-section.tsx'
import styles from './profile.module.css'

/** The photo and details that users change themselves. Each section saves on its own, with the newest revision. */
export function ProfileEditor({ user: read, emailVerified }: { user: User; emailVerified: boolean }) {
  const { user, setUser, saved } = useOwnUser(read)
  return (
    <div className={styles.editor}>
      <PhotoSection user={user} onSaved={saved} />
      <DetailsSection user={user} emailFixed={emailVerified} onSaved={saved} onRead={setUser} />
    </div>
  )
}
