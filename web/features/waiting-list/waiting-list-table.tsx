import { t } from '../../lib/messages.ts'
import { SelectRow } from '../../ui/select-row.tsx'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatShortDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { SortColumn } from '../../ui/sort-column.tsx'
import { SelectAll } from '../../ui/select-all.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './waiting-list.module.css'
import { EntryActions } from './entry-actions.tsx'
import { readFilters } from './waiting-list-filters.ts'
import { WaitingListState } from './waiting-list-state.tsx'
import { formatShortDays, formatPreferences } from './format-entry.ts'
import { canRemove, type WaitingRowsProps } from './select-entry.tsx'

/** Entries on a wide screen, as rows. */
export function WaitingListTable({ entries, selection }: WaitingRowsProps) {
  const [params] = useSearchParams<'waitingList'>()
  const { sort } = readFilters(params)
  const acts = can('Appointment Edit') && entries.some(canRemove)
  return (
    <Table
      caption={t('waitingList.caption')}
      acts={acts}
      columns={
        <>
          {selection && (
            <Column className={`${styles.tick} no-print`}>
              <SelectAll rows={entries} selection={selection} />
            </Column>
          )}
          <Column>{t('waitingList.client')}</Column>
          <Column>{t('waitingList.wish')}</Column>
          <SortColumn by="day" sort={sort} standard="line">
            {t('waitingList.days')}
          </SortColumn>
          <SortColumn by="since" sort={sort} standard="line">
            {t('waitingList.joined')}
          </SortColumn>
          <SortColumn by="line" sort={sort} standard="line" oneWay>
            {t('waitingList.place')}
          </SortColumn>
          <Column>{t('waitingList.now')}</Column>
          {acts && <Column>{t('waitingList.actions')}</Column>}
        </>
      }
    >
      <tbody>
        {entries.map(entry => (
          <Row key={entry.id}>
            {selection && (
              <td className={`${styles.tick} no-print`}>
                <SelectRow row={entry} name={entry.user.name} selection={selection} />
              </td>
            )}
            <td className={styles.words}>
              <span className={styles.name}>
                {can('User List') ? <RecordLink to={paths.user(entry.user.id)}>{entry.user.name}</RecordLink> : entry.user.name}
              </span>
              <span className={styles.second}>{entry.user.phone && formatPhone(entry.user.phone)}</span>
            </td>
            <td className={styles.words}>
              <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
              <span className={styles.second}>{formatPreferences(entry)}</span>
            </td>
            <td>{formatShortDays(entry)}</td>
            <td>{formatShortDay(entry.created_at, visitorZone())}</td>
            <td>{entry.ahead !== null && t('waitingList.ahead', { place: entry.ahead + 1 })}</td>
            <td>
              <WaitingListState entry={entry} />
            </td>
            {acts && (
              <td>
                <EntryActions entry={entry} />
              </td>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
