import { t } from '../../lib/messages.ts'
import { SelectRow } from '../../ui/select-row.tsx'
import { formatPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './waiting-list.module.css'
import { EntryActions } from './entry-actions.tsx'
import { WaitingListState } from './waiting-list-state.tsx'
import { formatShortDays, formatPreferences } from './format-entry.ts'
import type { WaitingRowsProps } from './select-entry.tsx'

/** Entries on a phone, as cards. */
export const WaitingListCards = ({ entries, selection }: WaitingRowsProps) => (
  <ul className={styles.cards} aria-label={t('waitingList.caption')}>
    {entries.map(entry => (
      <Card key={entry.id} as="li" edge={entry.support_type.colour}>
        <div className={styles.cardHead}>
          {selection && <SelectRow row={entry} name={entry.user.name} selection={selection} />}
          <div className={styles.cardName}>
            <p className={styles.name}>{entry.user.name}</p>
            <p className="soft small">{entry.user.phone && formatPhone(entry.user.phone)}</p>
          </div>
          {entry.ahead !== null && <span className="soft small">{t('waitingList.ahead', { place: entry.ahead + 1 })}</span>}
        </div>
        <div className="small">
          <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
          <p className="soft">{formatPreferences(entry)}</p>
          <p>{formatShortDays(entry)}</p>
        </div>
        <div>
          <WaitingListState entry={entry} />
        </div>
        {can('Appointment Edit') && <EntryActions entry={entry} />}
      </Card>
    ))}
  </ul>
)
