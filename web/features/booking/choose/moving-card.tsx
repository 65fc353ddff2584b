import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../../lib/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import styles from '../steps.module.css'

/** The appointment being moved. */
export const MovingCard = ({ appointment: { support_type, starts_at, time_zone, mentor, place } }: { appointment: Appointment }) => (
  <section className={`${styles.what} ${styles.moving}`} aria-labelledby="moving">
    <Card edge={support_type.colour}>
      <div>
        <p className="soft small">{t('booking.move.present')}</p>
        <h2 id="moving" className={styles.heading}>
          {support_type.name}
        </h2>
        <p>
          <DateTime starts={starts_at} zone={time_zone} />
        </p>
        <p className="soft small">
          {t('booking.times.with', { mentor: mentor.name })} {t('booking.times.at', { place: place.name })}
        </p>
      </div>
    </Card>
  </section>
)
