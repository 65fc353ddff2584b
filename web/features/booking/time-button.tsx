import { t } from '../../lib/messages.ts'
import { sayHere, sayTime } from '../../lib/time.ts'
import { sayOffer } from './say-time.ts'
import styles from './time-choice.module.css'
import { freeMentors, type OfferedTime } from './times.ts'

interface TimeButtonProps {
  time: OfferedTime
  isChosen: boolean
  /** What the times of this day do not all have in common stands on each. */
  show: { mentor: boolean; place: boolean }
  onChoose: () => void
}

/** One time to press. One that went while it was looked at stays in its place, greyed. */
export function TimeButton({ time, isChosen, show, onChoose }: TimeButtonProps) {
  const { startsAt, zone, schedule, free, isGroup } = time
  const gone = free === 0
  const here = sayHere(startsAt, zone)
  const mentors = freeMentors(time)
  return (
    <button
      type="button"
      className={styles.time}
      aria-pressed={isChosen && !gone}
      aria-disabled={gone || undefined}
      aria-label={sayOffer(time, show.place)}
      onClick={gone ? undefined : onChoose}
    >
      <span className={styles.first}>
        <span className={styles.clock}>{sayTime(startsAt, zone)}</span>
        {gone && <span className={styles.note}>{t('booking.times.gone')}</span>}
        {!gone && isGroup && <span className={styles.note}>{t('booking.times.seats', { count: free })}</span>}
      </span>
      {here && <span className={styles.here}>{here}</span>}
      {!gone && show.mentor && (
        <span className={styles.line}>
          {mentors[0]?.name}
          {mentors.length > 1 && <span className={styles.more}> +{mentors.length - 1}</span>}
        </span>
      )}
      {!gone && show.place && <span className={styles.line}>{schedule.place.name}</span>}
    </button>
  )
}
