import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import styles from './occupancy.module.css'

/** Occupancy as a thin bar with figures. */
export function Occupancy({ seats: { taken, total }, bare }: { seats: Schedule['seats']; bare?: boolean }) {
  const share = total > 0 ? Math.min(1, taken / total) : 0
  return (
    <span className={styles.occupancy}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      {!bare && (
        <span className={styles.figures} aria-hidden="true">
          {t('schedules.taken', { taken, total })}
        </span>
      )}
      <span className="visually-hidden">{t('schedules.takenLong', { taken, total })}</span>
    </span>
  )
}
