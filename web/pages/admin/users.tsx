import { IconUserPlus } from '@tabler/icons-react'
import { SavedViewsBar } from '../../features/saved-views/saved-views-bar.tsx'
import { readFilters, userQuery } from '../../features/users/user-filters.ts'
import { UserList } from '../../features/users/user-list.tsx'
import { UserSearch } from '../../features/users/user-search.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** The users, with filters and saved views. */
export default function UsersPage() {
  useSession()
  const [params] = useSearchParams<'users'>()
  return (
    <Page
      width="work"
      title={t('users.title')}
      actions={
        <>
          {can('User List') && can('User Export') && <DownloadCsv list="users" query={userQuery(readFilters(params))} />}
          {can('User Edit') && (
            <>
              <ButtonLink to={paths.invitations()}>{t('invitations.title')}</ButtonLink>
              <ButtonLink to={paths.userCreate()} kind="primary" icon={<IconUserPlus size={20} aria-hidden="true" />}>
                {t('users.new')}
              </ButtonLink>
            </>
          )}
        </>
      }
    >
      <NeedsAbility ability="User List">
        <UserSearch />
        <SavedViewsBar list="users" pathOf={paths.users} />
        <UserList />
      </NeedsAbility>
    </Page>
  )
}
