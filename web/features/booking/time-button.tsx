import { t } from '../../lib/messages.ts'
import { sayHere, sayTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { sayOffer } from './say-time.ts'
import styles from './time-choice.module.css'
import { freeMentors, type OfferedTime } from './times.ts'

interface TimeButtonProps {
  time: OfferedTime
  isChosen: boolean
  /** The day's times differ in it: it stands on each, or at least in its name. */
  showMentor: boolean
  showPlace: boolean
  onChoose: () => void
}

/** One time to press. One that went while it was looked at stays in its place, greyed. */
export function TimeButton({ time, isChosen, showMentor, showPlace, onChoose }: TimeButtonProps) {
  const { startsAt, zone, free, isGroup } = time
  const gone = free === 0
  const here = sayHere(startsAt, zone)
  return (
    <button
      type="button"
      className={styles.time}
      aria-pressed={isChosen && !gone}
      aria-disabled={gone || undefined}
      aria-label={sayOffer(time, showPlace)}
      onClick={gone ? undefined : onChoose}
    >
      <span className={styles.first}>
        <span className={styles.clock}>{sayTime(startsAt, zone)}</span>
        {gone && <span className={styles.note}>{t('booking.times.gone')}</span>}
        {!gone && isGroup && <span className={styles.note}>{t('booking.times.seats', { count: free })}</span>}
      </span>
      {here && <span className={styles.here}>{here}</span>}
      {!gone && showMentor && <Mentors mentors={freeMentors(time)} />}
    </button>
  )
}

const faces = 3

function Mentors({ mentors }: { mentors: ReturnType<typeof freeMentors> }) {
  return (
    <span className={styles.mentors}>
      <span className={styles.faces}>
        {mentors.slice(0, faces).map(({ id, name, photo }) => (
          <Avatar key={id} name={name} photo={photo} size="small" />
        ))}
      </span>
      <span className={styles.line}>{mentors.length > 1 ? t('booking.times.mentors', { count: mentors.length }) : mentors[0]?.name}</span>
    </span>
  )
}
