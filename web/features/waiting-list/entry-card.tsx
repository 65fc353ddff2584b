import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { EntryState } from './entry-state.tsx'
import { OfferDeadline } from './offer-deadline.tsx'
import { formatPosition, formatDays, formatPreferences } from './format-entry.ts'
import { PassedOver } from './passed-over.tsx'
import styles from './waiting.module.css'

/** One waiting list entry with its position or offer. */
export const EntryCard = ({ entry }: { entry: WaitingEntry }) => (
  <Card as="li" edge={entry.support_type.colour}>
    <div className={styles.head}>
      <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
      <EntryState state={entry.state} />
    </div>
    <div className={styles.lines}>
      <h3 className={styles.when}>
        <Link to={paths.myWaitingEntry(entry.id)}>{formatDays(entry)}</Link>
      </h3>
      <p className="soft">{formatPreferences(entry)}</p>
      {entry.ahead !== null && <p>{formatPosition(entry.ahead)}</p>}
      <PassedOver entry={entry} />
    </div>
    {entry.offer && (
      <div className={styles.head}>
        <OfferDeadline offer={entry.offer} />
        <ButtonLink to={paths.myWaitingEntry(entry.id)} kind="primary">
          {t('myWaiting.look')}
        </ButtonLink>
      </div>
    )}
  </Card>
)
