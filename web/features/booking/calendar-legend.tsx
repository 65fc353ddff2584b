import { t } from '../../lib/messages.ts'
import styles from './calendar.module.css'

const Dots = ({ count }: { count: number }) => (
  <span className={styles.dots} aria-hidden="true">
    {Array.from({ length: count }, (_, dot) => (
      <span key={dot} />
    ))}
  </span>
)

/** What the dots mean. */
export const CalendarLegend = () => (
  <ul className={styles.legend} aria-label={t('booking.calendar.legend')}>
    <li>
      <Dots count={3} />
      {t('booking.calendar.many')}
    </li>
    <li>
      <Dots count={1} />
      {t('booking.calendar.few')}
    </li>
    <li>
      <span className={styles.struck} aria-hidden="true">
        12
      </span>
      {t('booking.why.full')}
    </li>
  </ul>
)
