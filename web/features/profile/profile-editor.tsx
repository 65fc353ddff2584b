import type { MentorProfile, User } from '#contract/people.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { DetailsSection } from './details-section.tsx'
import { MentorSection } from './mentor-section.tsx'
import { useOwnUser } from './own-user.ts'
import { PhotoSection } from './photo-section.tsx'
import styles from './profile.module.css'

const photoCalls = {
  send: (form: FormData) => call('POST /api/my-profile/photo', { form }),
  remove: () => call('DELETE /api/my-profile/photo'),
}

/** The photo and details that users change themselves. Each section saves on its own, with the newest revision. */
export function ProfileEditor({ user: read, mentor, emailVerified }: { user: User; mentor: MentorProfile | null; emailVerified: boolean }) {
  const { user, setUser, saved } = useOwnUser(read)
  return (
    <div className={styles.editor}>
      <PhotoSection user={user} hint={t('photo.hint')} calls={photoCalls} onSaved={saved} />
      <DetailsSection user={user} emailFixed={emailVerified} onSaved={saved} onRead={setUser} />
      {mentor && <MentorSection user={user} mentor={mentor} onSaved={saved} onRead={setUser} />}
    </div>
  )
}
