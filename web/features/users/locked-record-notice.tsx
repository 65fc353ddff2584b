import type { UserDetails } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Why a record cannot be changed, with a link to the current record. Nothing if it can. */
export function LockedRecordNotice({ user: { can, merged_into } }: { user: UserDetails }) {
  if (can.edit === true) return null
  return (
    <Notice>
      <p>{can.edit.message}</p>
      {merged_into && (
        <p>
          <Link to={paths.user(merged_into.id)}>{t('user.openStanding', { name: merged_into.name })}</Link>
        </p>
      )}
    </Notice>
  )
}
