import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { formatShortDateTime, formatTime, withZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { toneOfState } from './entry-state.tsx'
import styles from './waiting-list.module.css'

/** An entry's state, worded for staff, with the offered time and its deadline. */
export const WaitingListState = ({ entry: { state, offer, unanswered } }: { entry: WaitingEntry }) => (
  <>
    <Badge tone={toneOfState[state]}>{t(`waitingList.is.${state}`)}</Badge>
    {offer && (
      <span className={styles.second}>
        {t('waitingList.offer', {
          when: withZone(formatShortDateTime(offer.starts_at, offer.time_zone), offer.starts_at, offer.time_zone),
          mentor: offer.mentor.name,
          until: withZone(formatTime(offer.until, offer.time_zone), offer.until, offer.time_zone),
        })}
      </span>
    )}
    {unanswered > 0 && <span className={styles.second}>{t('waitingList.unanswered', { count: unanswered })}</span>}
  </>
)
