import { IconPlus } from '@tabler/icons-react'
import { AssignedFilters } from '../../features/roles/assigned-filters.tsx'
import { AssignedList } from '../../features/roles/assigned-list.tsx'
import { readFilters } from '../../features/roles/holder.ts'
import { SavedViewsBar } from '../../features/saved-views/saved-views-bar.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** Who holds which roles. */
export default function RoleAssignPage() {
  const [params] = useSearchParams<'roleAssign'>()
  return (
    <Page
      width="work"
      title={t('roleAssign.title')}
      lead={t('roleAssign.lead')}
      actions={
        <>
          {can('RoleAssign List') && can('User Export') && <DownloadCsv list="assigned-users" query={readFilters(params)} />}
          {can('RoleAssign Edit') && (
            <ButtonLink to={paths.roleAssignCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
              {t('roleAssign.new')}
            </ButtonLink>
          )}
        </>
      }
    >
      <NeedsAbility ability="RoleAssign List">
        <AssignedFilters />
        <SavedViewsBar list="role-assign" pathOf={paths.roleAssign} />
        <AssignedList />
      </NeedsAbility>
    </Page>
  )
}
