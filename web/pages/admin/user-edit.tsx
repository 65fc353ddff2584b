import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { LockedRecordNotice } from '../../features/users/locked-record-notice.tsx'
import { EditUser } from '../../features/users/edit-user.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can, useSession } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** A person's details and ways to sign in. */
export default function UserEditPage() {
  useSession()
  const { userId: id } = useParams({ from: '/admin/users/$userId/edit' })
  const query = useQuery({ ...queryOptionsOf('GET /api/users/{id}/edit', { params: { id } }), enabled: can('User Edit') })
  if (isRefusal(query.error, 'not_found')) return <NotFoundPage />
  const back = can('User List') ? paths.user(id) : paths.users()
  return (
    <Page
      title={t('userEdit.title')}
      width="reading"
      lead={
        <Link className="no-print" to={back}>
          {t('userEdit.back')}
        </Link>
      }
    >
      <NeedsAbility ability="User Edit">
        <Loaded query={query} skeleton={<ListSkeleton rows={6} height="4.5rem" />}>
          {user => (user.can.edit === true ? <EditUser key={user.id} user={user} /> : <LockedRecordNotice user={user} />)}
        </Loaded>
      </NeedsAbility>
    </Page>
  )
}
