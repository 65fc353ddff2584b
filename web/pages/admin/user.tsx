import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useProfileAppointments } from '../../features/appointments/profile-appointments.ts'
import { OpenedUser } from '../../features/users/opened-user.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** One person, with their appointments and what else the reader may see. */
export default function UserPage() {
  useSession()
  const { userId: id } = useParams({ from: '/admin/users/$userId' })
  const query = useQuery({ ...queryOptionsOf('GET /api/users/{id}', { params: { id } }), enabled: can('User List') })
  const { upcoming = [], past = [] } = useProfileAppointments({ profileId: id, enabled: query.isSuccess }).data ?? {}
  // What they came for last is likely what they want again.
  const support_type = [...upcoming, ...past].find(appointment => appointment.support_type.active)?.support_type.id
  if (isRefusal(query.error, 'not_found')) return <NotFoundPage />
  return (
    <Page
      width="work"
      title={query.data?.name ?? t('user.title')}
      lead={
        <Link className="no-print" to={paths.users()}>
          {t('users.back')}
        </Link>
      }
      actions={
        <>
          {can('User Edit') && query.data?.can.edit === true && (
            <ButtonLink to={paths.userEdit(id)} icon={<IconPencil size={20} aria-hidden="true" />}>
              {t('user.edit')}
            </ButtonLink>
          )}
          {can('Appointment Create') && query.data?.active && (
            <ButtonLink to={paths.book({ user: id, support_type })} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
              {t('user.book')}
            </ButtonLink>
          )}
        </>
      }
    >
      <NeedsAbility ability="User List">
        <Loaded query={query} skeleton={<ListSkeleton rows={3} height="12rem" />}>
          {user => <OpenedUser key={user.id} user={user} />}
        </Loaded>
      </NeedsAbility>
    </Page>
  )
}
