import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { EditRole } from '../../features/roles/edit-role.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** The abilities and areas of a role. */
export default function RoleEditPage() {
  const { roleId: id } = useParams({ from: '/admin/roles/$roleId/edit' })
  const query = useQuery(queryOptionsOf('GET /api/roles/{id}/edit', { params: { id } }))
  if (isRefusal(query.error, 'not_found')) return <NotFoundPage />
  return (
    <Page
      title={query.data?.role.name ?? t('roleEdit.title')}
      lead={
        can('Role List') && (
          <Link className="no-print" to={paths.roles()}>
            {t('roles.back')}
          </Link>
        )
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="7rem" />}>
        {opened => <EditRole key={opened.role.id} opened={opened} />}
      </Loaded>
    </Page>
  )
}
