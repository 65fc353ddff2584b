import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { formatShortDay, visitorZone } from '../../lib/time.ts'
import { SelectAll } from '../../ui/select-all.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import styles from './waiting-list.module.css'
import { EntryActions } from './entry-actions.tsx'
import { WaitingListState } from './waiting-list-state.tsx'
import { formatShortDays, formatPreferences } from './format-entry.ts'
import { SelectEntry, type WaitingRowsProps } from './select-entry.tsx'

/** Entries on a wide screen, as rows. */
export function WaitingListTable({ entries, selection }: WaitingRowsProps) {
  const acts = can('Appointment Edit') && entries.some(({ state }) => state === 'waiting' || state === 'offered')
  return (
    <Table
      caption={t('waitingList.caption')}
      acts={acts}
      columns={
        <>
          {selection && (
            <Column className={styles.tick}>
              <SelectAll rows={entries} selection={selection} />
            </Column>
          )}
          <Column>{t('waitingList.client')}</Column>
          <Column>{t('waitingList.wish')}</Column>
          <Column>{t('waitingList.days')}</Column>
          <Column>{t('waitingList.place')}</Column>
          <Column>{t('waitingList.now')}</Column>
          {acts && <Column>{t('waitingList.actions')}</Column>}
        </>
      }
    >
      <tbody>
        {entries.map(entry => (
          <Row key={entry.id}>
            {selection && (
              <td className={styles.tick}>
                <SelectEntry entry={entry} selection={selection} />
              </td>
            )}
            <td>
              <span className={styles.name}>{entry.user.name}</span>
              <span className={styles.second}>{entry.user.phone && formatPhone(entry.user.phone)}</span>
            </td>
            <td>
              <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
              <span className={styles.second}>{formatPreferences(entry)}</span>
            </td>
            <td>
              {formatShortDays(entry)}
              <span className={styles.second}>{t('waitingList.since', { date: formatShortDay(entry.created_at, visitorZone()) })}</span>
            </td>
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
