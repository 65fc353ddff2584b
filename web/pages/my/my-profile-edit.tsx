import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ProfileEditor } from '../../features/profile/profile-editor.tsx'
import { MyTabs } from '../../features/profile/my-tabs.tsx'
import { OtherProfile } from '../../features/profile/other-profile.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { paths } from '../../lib/paths.ts'
import { can, useSession } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** Changing the user's own details. */
export default function MyProfileEditPage() {
  const { userId: id } = useParams({ from: '/my/my-profile/$userId/edit' })
  const own = useSession()?.user.id === id
  // Another user's profile is fetched only by users who may see it.
  const query = useQuery({
    ...queryOptionsOf('GET /api/my-profile', { query: own ? { page: 1 } : { page: 1, profileId: id } }),
    enabled: own || can('User List'),
  })
  if (!own && ((query.isError && !isRefusal(query.error, 'reason_required')) || !can('User List'))) return <NotFoundPage />
  return (
    <Page
      title={t('my.profileEdit.title')}
      lead={
        !own && (
          <Link className="no-print" to={paths.myProfile()}>
            {t('account.back')}
          </Link>
        )
      }
      width="reading"
    >
      {own && <MyTabs />}
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="14rem" />}>
        {({ user, mentor, email_verified }) =>
          own ? <ProfileEditor key={user.id} user={user} mentor={mentor} emailVerified={email_verified} /> : <OtherProfile user={user} />
        }
      </Loaded>
    </Page>
  )
}
