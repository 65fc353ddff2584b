import { useQuery } from '@tanstack/react-query'
import { AssignRole } from '../../features/roles/assign-role.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** Giving roles to a person. */
export default function RoleAssignCreatePage() {
  return (
    <Page title={t('roleAssignCreate.title')} lead={t('roleAssignCreate.lead')} width="reading">
      <NeedsAbility ability="RoleAssign Edit">
        <LoadedForm />
      </NeedsAbility>
    </Page>
  )
}

function LoadedForm() {
  const query = useQuery(queryOptionsOf('GET /api/role-assign/create'))
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={3} />}>
      {offer => <AssignRole offer={offer} />}
    </Loaded>
  )
}
