import { IconPencil } from '@tabler/icons-react'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import { SortColumn } from '../../ui/sort-column.tsx'
import { SelectAll } from '../../ui/select-all.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { formatPhone } from '../../lib/phone.ts'
import { readFilters } from './user-filters.ts'
import type { UserRowsProps } from './select-user.tsx'
import { formatShortDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import styles from './user-table.module.css'

const formatVisit = (at: string | null | undefined) => (at ? formatShortDay(at, visitorZone()) : '–')

/** Users on a wide screen: rows with a sticky header. */
export function UserTable({ users, selection }: UserRowsProps) {
  const [params] = useSearchParams<'users'>()
  const { sort } = readFilters(params)
  const edits = can('User Edit')
  const showsVisits = can('Appointment List')
  return (
    <Table
      caption={t('users.caption')}
      acts={edits}
      columns={
        <>
          {selection && (
            <Column className={`${styles.tick} no-print`}>
              <SelectAll rows={users} selection={selection} />
            </Column>
          )}
          <SortColumn by="name" sort={sort} standard="name">
            {t('users.name')}
          </SortColumn>
          <Column>{t('users.contact')}</Column>
          {showsVisits && (
            <>
              <Column>{t('users.next')}</Column>
              <Column>{t('users.last')}</Column>
              <Column>{t('users.missed')}</Column>
            </>
          )}
          <Column>{t('users.roles')}</Column>
          <SortColumn by="created" sort={sort} standard="name">
            {t('users.created')}
          </SortColumn>
          {edits && <Column>{t('users.actions')}</Column>}
        </>
      }
    >
      <tbody>
        {users.map(user => (
          <Row key={user.id} dim={!user.active} className={styles.row}>
            {selection && (
              <td className={`${styles.tick} no-print`}>
                <SelectRow row={user} name={user.name} selection={selection} />
              </td>
            )}
            <th scope="row">
              <span className={styles.who}>
                <PrivateAvatar name={user.name} photo={user.photo} size="small" />
                <RecordLink to={paths.user(user.id)}>{user.name}</RecordLink>
                {!user.active && <Badge>{t('users.inactive')}</Badge>}
              </span>
            </th>
            <td>
              <span className={styles.phone}>
                {user.phone ? formatPhone(user.phone) : <span className="soft">{t('users.noPhone')}</span>}
              </span>
              {user.email && <span className={styles.email}>{user.email}</span>}
            </td>
            {showsVisits && (
              <>
                <td className={styles.day}>{formatVisit(user.visits?.next_at)}</td>
                <td className={styles.day}>{formatVisit(user.visits?.last_at)}</td>
                <td className={styles.day}>{user.visits?.missed ? <Badge tone="bad">{formatNumber(user.visits.missed)}</Badge> : '–'}</td>
              </>
            )}
            <td>
              <span className={styles.roles}>
                {user.roles.map(role => (
                  <Badge key={role.id} tone="accent">
                    {role.name}
                  </Badge>
                ))}
              </span>
            </td>
            <td className={styles.day}>{formatShortDay(user.created_at, visitorZone())}</td>
            {edits && (
              <td>
                <Link to={paths.userEdit(user.id)} className={styles.edit} aria-label={t('users.editOf', { name: user.name })}>
                  <IconPencil size={18} aria-hidden="true" />
                  {t('users.edit')}
                </Link>
              </td>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
