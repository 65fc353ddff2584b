import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { RoleCard } from './role-card.tsx'
import styles from './role-list.module.css'

/** The roles with their descriptions. */
export function RoleList() {
  return (
    <Loaded query={useQuery(queryOptionsOf('GET /api/roles'))} skeleton={<ListSkeleton rows={4} height="8rem" />}>
      {({ roles }) =>
        roles.length === 0 ? (
          <EmptyState
            title={t('roles.emptyTitle')}
            icon={<IconKey size={26} stroke={1.6} aria-hidden="true" />}
            action={
              can('Role Create') && (
                <ButtonLink to={paths.roleCreate()} kind="primary">
                  {t('roles.new')}
                </ButtonLink>
              )
            }
          >
            <p>{t('roles.emptyText')}</p>
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={t('roles.list')}>
            {roles.map(role => (
              <RoleCard key={role.id} role={role} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
