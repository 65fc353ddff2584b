import { useQuery } from '@tanstack/react-query'
import { CreateRole } from '../../features/roles/create-role.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** A new role. */
export default function RoleCreatePage() {
  const query = useQuery({ ...queryOptionsOf('GET /api/roles/create'), staleTime: Infinity })
  return (
    <Page
      title={t('roleCreate.title')}
      lead={
        can('Role List') && (
          <Link className="no-print" to={paths.roles()}>
            {t('roles.back')}
          </Link>
        )
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="7rem" />}>
        {offer => <CreateRole offer={offer} />}
      </Loaded>
    </Page>
  )
}
