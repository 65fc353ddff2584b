import type { ListedUser } from '#contract/users.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Pager } from '../../ui/pager.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { NoUsers } from './no-users.tsx'
import { canSelectUser } from './select-user.tsx'
import { UserBar } from './user-bar.tsx'
import { UserCards } from './user-cards.tsx'
import { readFilters, userQuery } from './user-filters.ts'
import { UserTable } from './user-table.tsx'
import styles from './users.module.css'
import { useWide } from '../../ui/use-wide.ts'

/** Users by name, in pages; searches after a pause in typing. */
export function UserList() {
  const [params] = useSearchParams<'users'>()
  const page = Math.max(1, Number(params.page) || 1)
  const filters = readFilters(params)
  const [search] = useDebouncedValue(filters.search, 200)
  const query = useQuery({
    ...queryOptionsOf('GET /api/users', { query: { ...userQuery({ ...filters, search }), page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.5rem" />}>
      {({ data, meta }) => (
        // Other filters: another selection.
        <FoundUsers key={JSON.stringify({ ...filters, sort: '' })} users={data} meta={meta} busy={query.isPlaceholderData} />
      )}
    </Loaded>
  )
}

interface FoundProps {
  users: readonly ListedUser[]
  meta: ComponentProps<typeof Pager>['meta']
  busy: boolean
}

/** Stays while its last rows go, so that the dialog of an action can say what became of them. */
function FoundUsers({ users, meta, busy }: FoundProps) {
  const wide = useWide(60)
  const [params] = useSearchParams<'users'>()
  const { sort } = readFilters(params)
  const selection = useRowSelection(users, canSelectUser)
  const selects = users.some(canSelectUser) ? selection : null
  const List = wide ? UserTable : UserCards
  return (
    <div tabIndex={-1} className={styles.list} aria-busy={busy}>
      {meta.total === 0 ? (
        <NoUsers />
      ) : (
        <>
          <p className="soft small tabular" role="status">
            {t('users.count', { count: meta.total })}
          </p>
          {!wide && <SortField sort={sort} standard="name" options={orderOptions()} />}
          <List users={users} selection={selects} />
          <Pager meta={meta} />
        </>
      )}
      <UserBar selection={selection} />
    </div>
  )
}

const orderOptions = () => [
  { value: 'name' as const, label: t('users.sort.name') },
  { value: '-name' as const, label: t('users.sort.nameLast') },
  { value: '-created' as const, label: t('users.sort.createdLast') },
  { value: 'created' as const, label: t('users.sort.created') },
]
