import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { idParam } from '../../lib/param-values.ts'
import { useSearchParams, type Params } from '../../lib/search-params.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './assigned.module.css'

/** The filters in the address. */
export const readFilters = ({ search, role }: Params) => ({ search: search?.trim().slice(0, 120) || undefined, role_id: idParam(role) })

/** All people who hold a role. */
export function AssignedList() {
  const [params] = useSearchParams<'roleAssign'>()
  const filters = readFilters(params)
  const [search] = useDebouncedValue(filters.search, 250)
  const query = useQuery({
    ...queryOptionsOf('GET /api/assigned-users', {
      query: {
        ...filters,
        search,
        page: Math.max(1, Number(params.page) || 1),
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={6} height="4rem" />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <NoHolders />
        ) : (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            <p className="soft small tabular" role="status">
              {t('roleAssign.count', { count: meta.total })}
            </p>
            <ul className={styles.rows} aria-label={t('roleAssign.caption')}>
              {data.map(row => (
                <Row key={row.user.id} row={row} />
              ))}
            </ul>
            <Pager meta={meta} />
          </div>
        )
      }
    </Loaded>
  )
}

function Row({ row: { user, roles } }: { row: ResponseBody<'GET /api/assigned-users'>['data'][number] }) {
  return (
    <li className={styles.row}>
      <PrivateAvatar name={user.name} photo={user.photo} />
      <div className={styles.who}>
        <strong>{user.name}</strong>
        <span className="soft small tabular">{user.phone && formatPhone(user.phone)}</span>
      </div>
      <p className={styles.badges}>
        {!user.active && <Badge tone="warm">{t('roleAssign.inactive')}</Badge>}
        {roles.map(({ id, name, opens_admin }) => (
          <Badge key={id} tone={opens_admin ? 'accent' : 'note'}>
            {name}
          </Badge>
        ))}
      </p>
      <ButtonLink to={paths.roleAssignEdit(user.id)} small label={t('roleAssign.openOf', { name: user.name })}>
        {t('roleAssign.open')}
      </ButtonLink>
    </li>
  )
}

function NoHolders() {
  const [, setParams] = useSearchParams<'roleAssign'>()
  return (
    <EmptyState
      title={t('roleAssign.noneTitle')}
      icon={<IconUserSearch size={26} stroke={1.6} aria-hidden="true" />}
      action={<Button onClick={() => setParams({ search: undefined, role: undefined, page: undefined })}>{t('roleAssign.showAll')}</Button>}
    >
      <p>{t('roleAssign.noneText')}</p>
    </EmptyState>
  )
}
