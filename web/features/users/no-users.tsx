import { IconUserSearch } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { clearedFilters } from './user-filters.ts'
import styles from './users.module.css'

/** Empty state of the search; the unfiltered list is never empty. */
export function NoUsers() {
  const [, setParams] = useSearchParams<'users'>()
  return (
    <EmptyState
      title={t('users.noneTitle')}
      icon={<IconUserSearch size={26} stroke={1.6} aria-hidden="true" />}
      action={
        <div className={styles.buttons}>
          <Button onClick={() => setParams(clearedFilters)}>{t('users.showAll')}</Button>
          {can('User Edit') && <ButtonLink to={paths.userCreate()}>{t('users.new')}</ButtonLink>}
        </div>
      }
    >
      <p>{t('users.noneText')}</p>
    </EmptyState>
  )
}
