import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatShortDay, visitorZone } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SelectAll } from '../../ui/select-all.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import { SortColumn } from '../../ui/sort-column.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { HolderBadges } from './holder-badges.tsx'
import { type HolderRowsProps, readFilters } from './holder.ts'

/** People with roles on a wide screen. */
export function AssignedTable({ holders, selection }: HolderRowsProps) {
  const [params] = useSearchParams<'roleAssign'>()
  const { sort } = readFilters(params)
  return (
    <Table
      caption={t('roleAssign.caption')}
      acts
      columns={
        <>
          {selection && (
            <Column className={rows.tick}>
              <SelectAll rows={holders} selection={selection} />
            </Column>
          )}
          <SortColumn by="name" sort={sort} standard="name">
            {t('users.name')}
          </SortColumn>
          <Column>{t('users.contact')}</Column>
          <Column>{t('users.roles')}</Column>
          <SortColumn by="assigned" sort={sort} standard="name">
            {t('roleAssign.assigned')}
          </SortColumn>
          <Column>{t('users.actions')}</Column>
        </>
      }
    >
      <tbody>
        {holders.map(holder => (
          <Row key={holder.id} dim={!holder.active}>
            {selection && (
              <td>
                <SelectRow row={holder} name={holder.name} selection={selection} />
              </td>
            )}
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
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
