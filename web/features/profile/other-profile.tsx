import type { User } from '#contract/people.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Another user's profile, read-only. */
export function OtherProfile({ user: { name } }: { user: User }) {
  const own = useSession()?.user.id ?? ''
  return (
    <Notice kind="info">
      <p>{t('account.someoneElse', { name })}</p>
      <div>
        <ButtonLink to={paths.myProfileEdit(own)}>{t('account.edit')}</ButtonLink>
      </div>
    </Notice>
  )
}
