import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatShortDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortedTable } from '../../ui/sorted-table.tsx'
import { HolderBadges } from './holder-badges.tsx'
import { type HolderRowsProps, readFilters } from './holder.ts'

/** People with roles on a wide screen. */
export function AssignedTable({ holders, selection }: HolderRowsProps) {
  const [params] = useSearchParams<'roleAssign'>()
  return (
    <SortedTable
      caption={t('roleAssign.caption')}
      columns={[
        { label: t('users.name'), by: 'name' },
        { label: t('users.contact') },
        { label: t('users.roles') },
        { label: t('roleAssign.assigned'), by: 'assigned' },
        { label: t('users.actions') },
      ]}
      sort={readFilters(params).sort}
      standard="name"
      entries={holders}
      selection={selection}
      nameOf={({ name }) => name}
      acts
      isDim={({ active }) => !active}
    >
      {holder => (
        <>
          <th scope="row">
            <span className={rows.who}>
              <PrivateAvatar name={holder.name} photo={holder.photo} size="small" />
              <RecordLink to={paths.roleAssignEdit(holder.id)}>{holder.name}</RecordLink>
            </span>
          </th>
          <td className={rows.words}>
            {holder.phone && formatPhone(holder.phone)}
            {holder.email && <span className={rows.second}>{holder.email}</span>}
          </td>
          <td>
            <HolderBadges holder={holder} />
          </td>
          <td className={rows.day}>{formatShortDay(holder.assigned_at, visitorZone())}</td>
          <td>
            <ButtonLink to={paths.roleAssignEdit(holder.id)} small label={t('roleAssign.openOf', { name: holder.name })}>
              {t('roleAssign.open')}
            </ButtonLink>
          </td>
        </>
      )}
    </SortedTable>
  )
}
