import { IconPlus } from '@tabler/icons-react'
import { RoleList } from '../../features/roles/role-list.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** The roles, with how many people hold each. */
export default function RolesPage() {
  return (
    <Page
      width="work"
      title={t('roles.title')}
      lead={t('roles.lead')}
      actions={
        can('Role Create') && (
          <ButtonLink to={paths.roleCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
            {t('roles.new')}
          </ButtonLink>
        )
      }
    >
      <RoleList />
    </Page>
  )
}
