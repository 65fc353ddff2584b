import { t } from '../../lib/messages.ts'
import styles from './steps.module.css'

/** Where the calendar will be, on a desk, until it is known what for. */
export const NoDaysYet = () => (
  <div className={styles.empty}>
    <span aria-hidden="true">
      {Array.from({ length: 42 }, (_, day) => (
        <i key={day} />
      ))}
    </span>
    <p>{t('booking.when.first')}</p>
  </div>
)
