import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import styles from '../../features/roles/assigned.module.css'
import { EditAssignment } from '../../features/roles/edit-assignment.tsx'
import { AccessExplanation } from '../../features/roles/access-explanation.tsx'
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

/** A user's roles (changes need RoleAssign Edit) and the abilities that they give (needs RoleAssign List). */
export default function RoleAssignEditPage() {
  useSession()
  const { userId: id } = useParams({ from: '/admin/role-assign/$userId' })
  const assignment = useQuery({ ...queryOptionsOf('GET /api/role-assign-edit/{id}', { params: { id } }), enabled: can('RoleAssign Edit') })
  const why = useQuery({ ...queryOptionsOf('GET /api/users/{id}/abilities', { params: { id } }), enabled: can('RoleAssign List') })
  if ([assignment, why].some(({ error }) => isRefusal(error, 'not_found'))) return <NotFoundPage />
  const name = (assignment.data ?? why.data)?.user.name
  return (
    <Page
      title={name ?? t('roleAssignEdit.title')}
      lead={
        <Link className="no-print" to={paths.roleAssign()}>
          {t('roleAssign.back')}
        </Link>
      }
    >
      <div className={styles.columns}>
        <NeedsAbility ability="RoleAssign Edit">
          <Loaded query={assignment}>{opened => <EditAssignment key={opened.user.id} opened={opened} />}</Loaded>
        </NeedsAbility>
        <NeedsAbility ability="RoleAssign List">
          <Loaded query={why} skeleton={<ListSkeleton rows={1} height="14rem" />}>
            {explained => <AccessExplanation explained={explained} />}
          </Loaded>
        </NeedsAbility>
      </div>
    </Page>
  )
}
