import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../../lib/messages.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import type { OfferedTime } from '../times.ts'
import styles from './move-summary.module.css'

interface MoveSummaryProps {
  moving: Appointment
  time: OfferedTime
  /** The mentor at the new time; undefined: any. */
  mentor: { name: string } | undefined
}

/** The old and the new time of an appointment that is being moved, to compare before moving it. */
export const MoveSummary = ({ moving, time, mentor }: MoveSummaryProps) => (
  <dl className={styles.times}>
    <Time
      label={t('booking.details.moveFrom')}
      starts={moving.starts_at}
      ends={moving.ends_at}
      zone={moving.time_zone}
      mentor={moving.mentor.name}
      place={moving.place.name}
    />
    <Time
      label={t('booking.details.moveTo')}
      starts={time.startsAt}
      ends={time.endsAt}
      zone={time.zone}
      mentor={mentor?.name}
      place={time.schedule.place.name}
    />
  </dl>
)

interface TimeProps {
  label: string
  starts: string
  ends: string
  zone: string
  mentor: string | undefined
  place: string
}

const Time = ({ label, starts, ends, zone, mentor, place }: TimeProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>
        <DateTime starts={starts} ends={ends} zone={zone} />
      </strong>
      <span className="soft small">
        {mentor ? t('booking.times.with', { mentor }) : t('booking.whom.any')} {t('booking.times.at', { place })}
      </span>
    </dd>
  </div>
)
