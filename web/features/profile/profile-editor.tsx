import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { updateUser } from '../../lib/session.ts'
import { DetailsSection } from './details-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import styles from './profile.module.css'

/** The photo and details that users change themselves. Each section saves on its own, with the newest revision. */
export function ProfileEditor({ user: read, emailVerified }: { user: User; emailVerified: boolean }) {
  const [user, setUser] = useState(read)
  const saved = (next: User) => {
    setUser(next)
    updateUser(next)
    void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile') })
  }
  return (
    <div className={styles.editor}>
      <PhotoSection user={user} onSaved={saved} />
      <DetailsSection user={user} emailFixed={emailVerified} onSaved={saved} onRead={setUser} />
    </div>
  )
}
