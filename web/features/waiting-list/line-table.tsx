import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { sayPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { sayShortDay, visitorZone } from '../../lib/time.ts'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './line.module.css'
import { LineActions } from './line-actions.tsx'
import { LineState } from './line-state.tsx'
import { sayShortDays, sayWish } from './say-entry.ts'

/** Who waits, at a desk: a row each. */
export function LineTable({ entries }: { entries: readonly WaitingEntry[] }) {
  const acts = can('Appointment Edit') && entries.some(({ state }) => state === 'waiting' || state === 'offered')
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('waitingList.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('waitingList.client')}</th>
          <th scope="col">{t('waitingList.wish')}</th>
          <th scope="col">{t('waitingList.days')}</th>
          <th scope="col">{t('waitingList.place')}</th>
          <th scope="col">{t('waitingList.now')}</th>
          {acts && (
            <th scope="col" className={styles.end}>
              {t('waitingList.actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <tr key={entry.id}>
            <td>
              <span className={styles.name}>{entry.user.name}</span>
              <span className={styles.second}>{entry.user.phone && sayPhone(entry.user.phone)}</span>
            </td>
            <td>
              <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
              <span className={styles.second}>{sayWish(entry)}</span>
            </td>
            <td>
              {sayShortDays(entry)}
              <span className={styles.second}>{t('waitingList.since', { date: sayShortDay(entry.created_at, visitorZone()) })}</span>
            </td>
            <td>{entry.ahead !== null && t('waitingList.ahead', { count: entry.ahead })}</td>
            <td>
              <LineState entry={entry} />
            </td>
            {acts && (
              <td className={styles.end}>
                <LineActions entry={entry} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
