import { t } from '../../../lib/messages.ts'
import { formatInVisitorZone, formatTime, formatDateTime, formatZone, differsInVisitorZone } from '../../../lib/time.ts'
import { formatMinutes } from '../../../lib/duration.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import styles from './time-choice.module.css'
import { freeMentors, minutesOf, type OfferedTime } from '../times.ts'

interface TimeButtonProps {
  time: OfferedTime
  isChosen: boolean
  /** Shown if the day's times differ in it. */
  showMentor: boolean
  showPlace: boolean
  onChoose: () => void
}

/** One time. A time taken while the page is open stays in place, greyed out. */
export function TimeButton({ time, isChosen, showMentor, showPlace, onChoose }: TimeButtonProps) {
  const { startsAt, zone, free, isGroup } = time
  const gone = free === 0
  const here = formatInVisitorZone(startsAt, zone)
  return (
    <button
      type="button"
      className={styles.time}
      aria-pressed={isChosen && !gone}
      aria-disabled={gone || undefined}
      aria-label={formatOffer(time, showPlace)}
      onClick={gone ? undefined : onChoose}
    >
      <span className={styles.first}>
        <span className={styles.clock}>{formatTime(startsAt, zone)}</span>
        {gone && <span className={styles.note}>{t('booking.times.gone')}</span>}
        {!gone && (isGroup || free > 1) && <span className={styles.note}>{t('booking.times.seats', { count: free })}</span>}
      </span>
      {here && <span className={styles.here}>{here}</span>}
      {!gone && time.schedule.interpreted && <span className={styles.line}>{formatInterpreted(time)}</span>}
      {!gone && showMentor && <Mentors mentors={freeMentors(time)} />}
    </button>
  )
}

/** "60 minutes, with an interpreter" */
const formatInterpreted = (time: OfferedTime) => t('booking.times.interpreted', { minutes: formatMinutes(minutesOf(time)) })

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

/** "with Ana", "with Ana or Ben", "with Ana or 2 others" */
export function formatMentors(mentors: readonly { name: string }[]): string {
  const [one, other] = mentors
  if (!one) return ''
  if (!other) return t('booking.times.with', { mentor: one.name })
  if (mentors.length === 2) return t('booking.times.withEither', { one: one.name, other: other.name })
  return t('booking.times.withOneOf', { one: one.name, count: mentors.length - 1 })
}

/** Accessible name of a time: "Tuesday 24 November, 13:30, 3 seats left, with Ana". */
export function formatOffer(time: OfferedTime, showPlace: boolean): string {
  const { startsAt, zone, schedule, free } = time
  const moment = [
    formatDateTime(startsAt, zone),
    differsInVisitorZone(startsAt, zone) && formatZone(zone),
    formatInVisitorZone(startsAt, zone),
  ]
    .filter(Boolean)
    .join(', ')
  if (free === 0) return t('booking.times.labelGone', { moment })
  return [
    t('booking.times.label', { moment, seats: free, with: formatMentors(freeMentors(time)) }),
    schedule.interpreted && formatInterpreted(time),
    showPlace && t('booking.times.at', { place: schedule.place.name }),
  ]
    .filter(Boolean)
    .join(', ')
}
