import { t } from '../../lib/messages.ts'
import { type Choice, stepOf } from './choice.ts'
import styles from './steps.module.css'

/** What to expect; on a phone only where one begins. */
export const BookingLead = ({ choice }: { choice: Choice }) => (
  <span className={styles.lead} data-step={stepOf(choice, choice.supportType)}>
    {t('booking.lead')}
  </span>
)
