import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { NoUsers } from './no-users.tsx'
import { UserCards } from './user-cards.tsx'
import { readFilters, userQuery } from './user-filters.ts'
import { UserTable } from './user-table.tsx'
import styles from './users.module.css'
import { useWide } from '../../ui/use-wide.ts'

/** Users by name, in pages; searches after a pause in typing. */
export function UserList() {
  const [params] = useSearchParams<'users'>()
  const wide = useWide(60)
  const page = Math.max(1, Number(params.page) || 1)
  const filters = readFilters(params)
  const [search] = useDebouncedValue(filters.search, 200)
  const query = useQuery({
    ...queryOptionsOf('GET /api/users', { query: { ...userQuery({ ...filters, search }), page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.5rem" />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <NoUsers />
        ) : (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            <p className="soft small tabular" role="status">
              {t('users.count', { count: meta.total })}
            </p>
            {wide ? <UserTable users={data} /> : <UserCards users={data} />}
            <Pager meta={meta} />
          </div>
        )
      }
    </Loaded>
  )
}
